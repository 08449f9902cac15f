import { lexer, type Token } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { decodeEntities, withoutTags } from '#domain/api/plain-text.ts';

/** Returns whether an address is a web page or a mail address. Other links become plain text. */
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

/** One part of a text. Unknown parts are shown as plain text. */
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
    // HTML is not run and its tags are not shown. Only its text is.
    case 'html': {
      const text = decodeEntities(withoutTags(token.raw).replace(/(?<!\s)\s*\n\s*/g, '\n'));
      // A <br> leaves only a line break. Keep it.
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
    // Headings are shown as bold text, to keep them out of the page's outline.
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
    // Images are not loaded from other sites, so that no site learns who looks at an API.
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
 * Renders untrusted Markdown with our own elements only. None of its HTML reaches the page, links go only to web pages
 * and mail addresses, and nothing is loaded from other sites.
 */
export const Markdown = ({ text }: { text: string }) => (
  <div dir="auto" className="grid min-w-0 gap-2 break-words">
    <Parts tokens={lexer(text)} />
  </div>
);
