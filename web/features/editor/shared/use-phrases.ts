import { useTranslation } from 'react-i18next';

/** Returns the translations of CodeMirror's texts, by its English texts. */
export const usePhrases = (): Record<string, string> => {
  const { t } = useTranslation();
  return {
    Find: t('editor.phrase.find'),
    Replace: t('editor.phrase.replace-with'),
    next: t('editor.phrase.next'),
    previous: t('editor.phrase.previous'),
    all: t('editor.phrase.all'),
    'match case': t('editor.phrase.match-case'),
    'by word': t('editor.phrase.by-word'),
    regexp: t('editor.phrase.regexp'),
    replace: t('editor.phrase.replace'),
    'replace all': t('editor.phrase.replace-all'),
    close: t('common.close'),
    'current match': t('editor.phrase.current-match'),
    'on line': t('editor.phrase.on-line'),
    'replaced $ matches': t('editor.phrase.replaced-matches'),
    'replaced match on line $': t('editor.phrase.replaced-match'),
    'Go to line': t('editor.phrase.go-to-line'),
    go: t('editor.phrase.go'),
    'Fold line': t('editor.phrase.fold'),
    'Unfold line': t('editor.phrase.unfold'),
    'Folded lines': t('editor.phrase.folded-lines'),
    'Unfolded lines': t('editor.phrase.unfolded-lines'),
    'folded code': t('editor.phrase.folded-code'),
    unfold: t('editor.phrase.unfold'),
    to: t('editor.phrase.to'),
    'Control character': t('editor.phrase.control-character'),
  };
};
