/**
 * A standalone page: no network, no other file. Its CSP makes the browser load nothing and run only the script with the
 * given hash. Text from users and servers is escaped.
 */
import { createHash } from 'node:crypto';
import { h, htmlText } from './html-content.ts';

export interface HtmlDocument {
  readonly title: string;
  readonly style: string;
  /** Markup, line by line. */
  readonly body: readonly string[];
  /** Absent for a page without one. */
  readonly script?: string;
  /** Further permissions of a page that has a server of its own. */
  readonly allow?: Readonly<Partial<Record<'connect-src' | 'form-action', string>>>;
}

/** The content policy of a page, for its header too. */
export function contentPolicy({ style, script, allow = {} }: Omit<HtmlDocument, 'title' | 'body'>): string {
  const { 'form-action': forms = "'none'", 'connect-src': connections } = allow;
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`]),
    ...(connections === undefined ? [] : [`connect-src ${connections}`]),
    // The empty icon that keeps browsers from requesting /favicon.ico.
    'img-src data:',
    "base-uri 'none'",
    `form-action ${forms}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

export function htmlDocument(document: HtmlDocument): string {
  const { title, style, body, script } = document;
  const policy = contentPolicy(document);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    htmlText(h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy })),
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="data:,">',
    htmlText(h('title', {}, title)),
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    ...body,
    ...(script === undefined ? [] : [`<script>${script}</script>`]),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
