import { environments } from '#domain/core/environment.ts';
import { Code } from '../components/text/code.tsx';
import { CodeBlock } from '../components/text/code-block.tsx';
import { Contact } from '../components/text/contact.tsx';
import { CopyButton } from '../components/text/copy-button.tsx';
import { EnvironmentTag } from '../components/text/environment-tag.tsx';
import { Ltr } from '../components/text/ltr.tsx';
import { Markdown } from '../components/text/markdown.tsx';
import { ProblemLine } from '../components/text/problem-line.tsx';
import { RelativeTime } from '../components/text/relative-time.tsx';
import { StatusDot, type StatusTone } from '../components/text/status-dot.tsx';
import { ValueChange } from '../components/text/value-change.tsx';
import { VersionTag } from '../components/text/version-tag.tsx';
import { Warning } from '../components/text/warning.tsx';
import { Sample } from './sample.tsx';

const tones: readonly StatusTone[] = ['success', 'warning', 'danger', 'info', 'neutral'];
const problem = { rule: 'operation-summary', line: 12, column: 7 };

export const TextSamples = () => (
  <>
    <Sample name="status-dot, environment-tag, version-tag, relative-time, ltr, contact, code, warning">
      {tones.map((tone) => (
        <StatusDot key={tone} tone={tone} pulse={tone === 'info'}>
          {tone}
        </StatusDot>
      ))}
      {environments.map((environment) => (
        <EnvironmentTag key={environment} environment={environment} />
      ))}
      <VersionTag version="1.4.0" />
      <RelativeTime at={new Date(Date.now() - 90_000).toISOString()} />
      <Ltr>/payments-dev</Ltr>
      <Contact text="ada.lindqvist@portico.example" />
      <Code>apikey</Code>
      <Warning text="Another administrator has to decide." />
    </Sample>
    <Sample name="code-block, copy-button">
      <CodeBlock code="curl 'https://api.example/payments' -H 'apikey: …'" label="A call" />
      <CopyButton value="text" />
    </Sample>
    <Sample name="markdown">
      <Markdown text={'Takes **money**, gives _receipts_.\n\n- one\n- two'} />
    </Sample>
    <Sample name="problem-line, value-change">
      <ProblemLine problem={{ ...problem, severity: 'error', message: 'Operation must have a summary' }} />
      <ProblemLine
        problem={{ ...problem, severity: 'warning', message: 'Operation should have a summary' }}
        onGo={() => {}}
      />
      <ValueChange side="before" text="60 calls a minute" />
      <ValueChange side="after" text="120 calls a minute" />
    </Sample>
  </>
);
