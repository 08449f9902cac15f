import { mailDomainOf } from '../user/address.ts';

/**
 * Mail providers that give addresses to anybody. Two people with such an address need not have anything to do with each
 * other, so it brings nobody into an organization's queue.
 */
const publicMailDomains = new Set(
  `126.com 163.com aol.com fastmail.com gmail.com gmx.at gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.com
   icloud.com live.com mail.com mail.ru me.com msn.com orange.fr outlook.com proton.me protonmail.com qq.com
   seznam.cz t-online.de web.de yahoo.com yandex.com yandex.ru zoho.com`.split(/\s+/),
);

/** Returns the mail domain that says which company a person belongs to. Returns '' when the domain does not say it. */
export const companyDomainOf = (email: string): string => {
  const domain = mailDomainOf(email);
  return publicMailDomains.has(domain) ? '' : domain;
};
