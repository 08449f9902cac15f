// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { componentTests, show } from '../../test/show.tsx';
import { Contact } from './contact.tsx';

componentTests();

it.each([
  ['nora+api@harbour.example', 'mailto:nora+api@harbour.example'],
  // Characters of an address that a link would read as more readers, or as the beginning of a mail.
  ['a?bcc=b&c#50%25@harbour.example', 'mailto:a%3Fbcc=b%26c%2350%2525@harbour.example'],
])('a mail to %s goes to this address only', (text, href) => {
  show(<Contact text={text} />);
  expect(screen.getByRole('link').getAttribute('href')).toBe(href);
});
