import type { ReactNode } from 'react';
import type { ResourceRow } from '#domain/resource/row.ts';
import { useCommand } from '../../api/use-command.ts';
import { FormSection } from '../../components/form/form-section.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { CertificateChip } from './certificate-chip.tsx';
import { ChooseFiles, type ChosenFile } from './choose-files.tsx';
import { addCertificateCommand, removeCertificateCommand } from './queries.ts';

const Section = ({ children }: { children: ReactNode }) => {
  const t = useLazyTexts('resources');
  return (
    <FormSection title={t('resources.certificates')} text={t('resources.certificates-text')}>
      {children}
    </FormSection>
  );
};

/** The certificates of a saved resource: each is added and taken away at once. */
export const SavedCertificates = ({ resource: { id, certificates } }: { resource: ResourceRow }) => {
  const add = useCommand(addCertificateCommand);
  const remove = useCommand(removeCertificateCommand);
  const isSending = add.state === 'sending' || remove.state === 'sending';
  const addAll = async (files: readonly ChosenFile[]) => {
    for (const file of files) await add.run({ body: { ...file, resource: id } });
  };
  return (
    <Section>
      {certificates.length > 0 && (
        <ul className="grid gap-2">
          {certificates.map((each) => (
            <CertificateChip
              key={each.id}
              {...each}
              disabled={isSending}
              onRemove={() => void remove.run({ parameters: { id: each.id } })}
            />
          ))}
        </ul>
      )}
      <ChooseFiles
        taken={certificates.map(({ name }) => name)}
        disabled={isSending}
        onChoose={(files) => void addAll(files)}
      />
    </Section>
  );
};

type Props = Readonly<{ files: readonly ChosenFile[]; onChange: (files: ChosenFile[]) => void }>;

/** The certificates of a resource that is not saved yet. They are saved with it. */
export const NewCertificates = ({ files, onChange }: Props) => (
  <Section>
    {files.length > 0 && (
      <ul className="grid gap-2">
        {files.map((file) => (
          <CertificateChip
            key={file.name}
            {...file}
            onRemove={() => onChange(files.filter(({ name }) => name !== file.name))}
          />
        ))}
      </ul>
    )}
    <ChooseFiles taken={files.map(({ name }) => name)} onChoose={(chosen) => onChange([...files, ...chosen])} />
  </Section>
);
