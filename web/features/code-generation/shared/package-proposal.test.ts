import { expect, it } from 'vitest';
import { allCodeLanguages, packageRulesOf } from '#domain/code-generation/language.ts';
import { commonPackage, isPackageName } from '#domain/code-generation/package-name.ts';
import { proposePackages } from './package-proposal.ts';

it.each([
  ['Orders API', 'orders'],
  ['Café & Crédit v2', 'cafecreditv2'],
  ['3D Secure', 'dsecure'],
  ['订单', 'client'],
  ['class', 'client'],
])('%s is proposed as %s', (name, root) => {
  expect(proposePackages(name, 'okhttp')).toEqual({ modelPackage: `${root}.model`, apiPackage: `${root}.api` });
});

it('proposes only names that the rules accept, with a common beginning', () => {
  for (const name of ['', 'API', 'int', 'con', 'x'.repeat(300), 'namespace', '../../etc'])
    for (const language of allCodeLanguages) {
      const { modelPackage, apiPackage } = proposePackages(name, language);
      expect(isPackageName(modelPackage, packageRulesOf(language)), `${name} ${language}`).toBe(true);
      expect(commonPackage(modelPackage, apiPackage)).not.toBe('');
    }
});
