const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const domainForm = new RegExp(`^${label}(?:\\.${label})+$`);

/** Whether a string is a valid mail domain. Internationalized domains must be in their ASCII form. */
export function isEmailDomain(text: string): boolean {
  return domainForm.test(text);
}

/** Whether a string is one e-mail address, without a display name. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && /^[^\s@<>,;:"()[\]\\]+$/.test(text.slice(0, at)) && isEmailDomain(text.slice(at + 1));
}

/** Domains at which anyone can get an address. */
export const publicDomains: ReadonlySet<string> = new Set(
  (
    'aol.com fastmail.com gmail.com gmx.com gmx.de gmx.net googlemail.com hotmail.com icloud.com live.com mail.com ' +
    'mail.ru me.com msn.com outlook.com proton.me protonmail.com qq.com web.de yahoo.com yandex.ru zoho.com 163.com'
  ).split(' '),
);
