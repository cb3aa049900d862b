/**
 * A secret in each way that a service, a report or a page may write it, by name; `before` stands before it in base64.
 */
export function encodingsOf(secret: string, before = ''): readonly (readonly [string, string])[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret);
  const forms: [string, string][] = [
    ['raw', secret],
    ['url', url],
    ['url, lower case', url.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())],
    ['form', url.replaceAll('%20', '+')],
    ['path', encodeURI(secret)],
    ['url in url', encodeURIComponent(url)],
    ['json', json],
    ['json in json', JSON.stringify(json).slice(1, -1)],
    ['json, ascii', asciiJson(secret)],
    ['html', html(secret)],
    ['html, numbers', Array.from(secret, (one) => `&#${String(one.codePointAt(0))};`).join('')],
    [
      'html, hexadecimal',
      Array.from(secret, (one) => `&#x${(one.codePointAt(0) ?? 0).toString(16)};`).join(''),
    ],
    ['json in html', html(json)],
  ];
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  forms.push(
    ['hexadecimal', hex],
    ['hexadecimal, upper case', hex.toUpperCase()],
    ['hexadecimal, escaped', hex.replaceAll(/../g, String.raw`\x$&`)],
  );
  const pads = [Buffer.from(before), Buffer.alloc(1, 'x'), Buffer.alloc(2, 'x'), Buffer.alloc(3, 'x')];
  for (const pad of pads) {
    const all = Buffer.concat([pad, bytes, Buffer.from('yz')]);
    const from = Math.ceil((pad.length * 8) / 6);
    const to = Math.floor(((pad.length + bytes.length) * 8) / 6);
    forms.push([`base64 at ${pad.length}`, all.toString('base64').slice(from, to)]);
    forms.push([`base64url at ${pad.length}`, all.toString('base64url').slice(from, to)]);
  }
  return forms;
}

function asciiJson(secret: string): string {
  return JSON.stringify(secret)
    .slice(1, -1)
    .replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function html(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (one) => entities[one] ?? one);
}
