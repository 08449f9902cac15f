import { lexer, type Token } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { decodeEntities, withoutTags } from '#domain/api/plain-text.ts';

/** Only pages and mails are reached, and never in this place. */
const isAddress = (href: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(href);

const Link = ({ href, children }: { href: string; children: ReactNode }) =>
  isAddress(href) ? (
    <a href={href} target="_blank" rel="noreferrer noopener" className="text-accent-text underline underline-offset-2">
      {children}
    </a>
  ) : (
    children
  );

const Cells = ({ cells, as: Cell }: { cells: readonly { tokens: readonly Token[] }[]; as: 'td' | 'th' }) => (
  <tr className="border-border border-b">
    {cells.map((cell, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts have no other names, and never change places.
      <Cell key={index} className="px-2 py-1 text-start align-top first:ps-0">
        <Parts tokens={cell.tokens} />
      </Cell>
    ))}
  </tr>
);

/** One part of a text. Whatever is not known here is shown as the text that it is. */
const Part = ({ token }: { token: Token }): ReactNode => {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'br':
      return <br />;
    case 'hr':
      return <hr className="border-border" />;
    case 'escape':
      return decodeEntities(token.text);
    case 'text':
      return token.tokens ? <Parts tokens={token.tokens} /> : decodeEntities(token.text);
    // HTML is not run and not shown: what it says is.
    case 'html': {
      const text = decodeEntities(withoutTags(token.raw).replace(/\s*\n\s*/g, '\n'));
      // A line's end alone is one: <br>.
      return text === '' ? null : <span className="whitespace-pre-line">{text.trim() || text}</span>;
    }
    case 'codespan':
      return (
        <code dir="ltr" className="break-all rounded-[4px] bg-hover px-1 font-mono text-xs">
          {decodeEntities(token.text)}
        </code>
      );
    case 'code':
      return (
        <pre dir="ltr" className="overflow-x-auto rounded-control bg-hover p-2 text-start font-mono text-xs">
          {decodeEntities(token.text)}
        </pre>
      );
    case 'paragraph':
      return (
        <p>
          <Parts tokens={token.tokens} />
        </p>
      );
    // Within the page's own outline a description has no headings.
    case 'heading':
      return (
        <p className="font-semibold">
          <Parts tokens={token.tokens} />
        </p>
      );
    case 'strong':
      return (
        <strong className="font-semibold">
          <Parts tokens={token.tokens} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Parts tokens={token.tokens} />
        </em>
      );
    case 'del':
      return (
        <del>
          <Parts tokens={token.tokens} />
        </del>
      );
    case 'blockquote':
      return (
        <blockquote className="grid gap-2 border-border border-s-2 ps-3 text-muted">
          <Parts tokens={token.tokens} />
        </blockquote>
      );
    case 'list': {
      const List = token.ordered ? 'ol' : 'ul';
      return (
        <List className={token.ordered ? 'list-decimal ps-5' : 'list-disc ps-5'}>
          {token.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts have no other names, and never change places.
            <li key={index}>
              <Parts tokens={item.tokens} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        <div className="overflow-x-auto">
          <table className="text-start">
            <thead>
              <Cells cells={token.header} as="th" />
            </thead>
            <tbody>
              {token.rows.map((cells, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts have no other names, and never change places.
                <Cells key={index} cells={cells} as="td" />
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'link':
      return (
        <Link href={token.href}>
          <Parts tokens={token.tokens} />
        </Link>
      );
    // Nothing is fetched from elsewhere: who looks at an API tells nobody that they do.
    case 'image':
      return decodeEntities(token.text);
    default:
      return (token satisfies never as Token).raw;
  }
};

const Parts = ({ tokens }: { tokens: readonly Token[] }) =>
  tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts have no other names, and never change places.
    <Fragment key={index}>
      <Part token={token} />
    </Fragment>
  ));

/**
 * A stranger's Markdown, made of elements of ours alone: no HTML of it reaches the page, no address but of pages and mails,
 * and nothing is fetched.
 */
export const Markdown = ({ text }: { text: string }) => (
  <div dir="auto" className="grid min-w-0 gap-2 break-words">
    <Parts tokens={lexer(text)} />
  </div>
);
