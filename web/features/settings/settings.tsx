import { useTranslation } from 'react-i18next';
import { notice } from '../../api/notice.ts';
import { Page } from '../../components/layout/page.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../components/ui/select.tsx';
import { Switch } from '../../components/ui/switch.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { offeredLocales, useLocale } from '../../i18n/language.ts';
import { type Appearance, isNight, themes } from './appearance.ts';
import { MailSettings } from './mail-settings.tsx';
import { SettingRow } from './setting-row.tsx';
import { SettingsGroup } from './settings-group.tsx';
import { chooseAppearance, chooseLanguage, isPageAnimationDisabled, useAppearance } from './settings-store.ts';

const PageAnimations = () => {
  const { t } = useTranslation();
  const { pageAnimations } = useAppearance();
  const disabled = isPageAnimationDisabled;
  return (
    <SettingRow label={t('settings.page-animations')} help={t('settings.page-animations-help')}>
      {(control) => {
        const button = (
          <Switch
            {...control}
            // Not `disabled`: the keyboard must reach the tooltip that says why.
            aria-disabled={disabled}
            className={disabled ? 'cursor-not-allowed opacity-50' : ''}
            checked={pageAnimations && !disabled}
            onCheckedChange={(on) => !disabled && chooseAppearance({ pageAnimations: on })}
          />
        );
        return disabled ? <Tooltip text={t('settings.page-animations-disabled')}>{button}</Tooltip> : button;
      }}
    </SettingRow>
  );
};

/** `/settings`: the settings are kept in this browser and on the server, and apply at once. */
export const Settings = () => {
  const { t } = useTranslation();
  const settings = useAppearance();
  const language = useLocale();
  const showsNight = settings.autoNightMode && isNight(new Date().getHours());
  return (
    <Page title={t('settings.title')} description={t('settings.description')} width="narrow">
      <SettingsGroup title={t('settings.appearance')}>
        <SettingRow label={t('settings.theme')} help={showsNight ? t('settings.night-now') : t('settings.theme-help')}>
          {(control) => (
            <Select
              value={settings.theme}
              onValueChange={(theme) => chooseAppearance({ theme: theme as Appearance['theme'] })}
            >
              <SelectTrigger {...control} className="w-48">
                <SelectValue />
              </SelectTrigger>
              <SelectContent>
                {themes.map((theme) => (
                  <SelectItem key={theme} value={theme}>
                    {t(`shell.theme-${theme}`)}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          )}
        </SettingRow>
        <SettingRow label={t('settings.auto-night-mode')} help={t('settings.auto-night-mode-help')}>
          {(control) => (
            <Switch
              {...control}
              checked={settings.autoNightMode}
              onCheckedChange={(autoNightMode) => chooseAppearance({ autoNightMode })}
            />
          )}
        </SettingRow>
        <SettingRow label={t('settings.sticky-header')} help={t('settings.sticky-header-help')}>
          {(control) => (
            <Switch
              {...control}
              checked={settings.stickyHeader}
              onCheckedChange={(stickyHeader) => chooseAppearance({ stickyHeader })}
            />
          )}
        </SettingRow>
        <SettingRow label={t('settings.language')} help={t('settings.language-help')}>
          {(control) => (
            <Select
              value={language.code}
              onValueChange={(code) => chooseLanguage(code).catch(() => notice.error(t('errors.network')))}
            >
              <SelectTrigger {...control} className="w-48">
                <SelectValue />
              </SelectTrigger>
              <SelectContent>
                {offeredLocales.map(({ code, tag, name, dir }) => (
                  <SelectItem key={code} value={code}>
                    <span lang={tag} dir={dir}>
                      {name}
                    </span>
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          )}
        </SettingRow>
      </SettingsGroup>
      <SettingsGroup title={t('settings.animations')}>
        <PageAnimations />
        <SettingRow label={t('settings.elements-animations')} help={t('settings.elements-animations-help')}>
          {(control) => (
            <Switch
              {...control}
              checked={settings.elementsAnimations}
              onCheckedChange={(elementsAnimations) => chooseAppearance({ elementsAnimations })}
            />
          )}
        </SettingRow>
        <p className="hidden px-4 py-3 text-muted text-table motion-reduce:block sm:px-5">
          {t('settings.reduced-motion')}
        </p>
      </SettingsGroup>
      <MailSettings />
    </Page>
  );
};
