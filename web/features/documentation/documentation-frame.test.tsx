// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { componentTests, show } from '../../test/show.tsx';
import { DocumentationFrame } from './documentation-frame.tsx';

componentTests();

it('shows the outline of the document until it is there, and again for another one', () => {
  const { container, rerender } = show(<DocumentationFrame src="about:blank#1" />);
  const outline = () => container.querySelector('[aria-busy]');
  expect(outline()).not.toBeNull();
  fireEvent.load(screen.getByTitle('Documentation'));
  expect(outline()).toBeNull();
  rerender(<DocumentationFrame src="about:blank#2" />);
  expect(outline()).not.toBeNull();
});
