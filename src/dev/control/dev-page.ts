/** The frame of the pages of `dev`: the style and the strict content policy of the page of a plan. */
import type { OutgoingHttpHeaders } from 'node:http';
import { contentPolicy, htmlDocument, type HtmlDocument } from '../../report/page/html-document.ts';
import { pageStyle } from '../../report/page/page-style.ts';

const style = `${pageStyle}
.next a{font-size:16px;font-weight:650}
.said{margin:14px 0;max-width:720px}
.problem{border-left:4px solid var(--rem);background:var(--rem-bg);color:var(--rem);padding:8px 14px;margin:14px 0;white-space:pre-wrap}
.problem:empty{display:none}
pre{background:var(--card);border:1px solid var(--rim);border-radius:8px;padding:10px 14px;margin:0;white-space:pre-wrap}
.urls,.requests{list-style:none;margin:0;padding:0;background:var(--card);border:1px solid var(--rim);border-radius:8px}
.urls>li,.requests>li{display:flex;flex-wrap:wrap;align-items:baseline;gap:2px 12px;padding:7px 14px;border-top:1px solid var(--rim)}
.urls>li:first-child,.requests>li:first-child{border-top:0}
.urls .what,.requests .what{flex:1 1 260px;min-width:0}
.guard{font-size:13px;color:var(--dim)}
.guard.none{padding:0;text-align:left;color:var(--chg)}
.requests .status{font-weight:650;font-variant-numeric:tabular-nums;min-width:34px}
.requests .good{color:var(--add)}
.requests .bad{color:var(--rem)}
.requests .asks{color:var(--calm)}
.requests .by{color:var(--dim);font-size:13px}
.requests .note{flex:1 1 100%;font-size:13px}
nav{display:flex;flex-wrap:wrap;gap:6px 16px;margin-top:10px}
form.login{display:grid;gap:14px;max-width:460px;margin-top:18px}
form.login label{display:grid;gap:3px;font-size:14px}
form.login input,form.login select,form.login textarea{font:inherit;padding:6px 10px;color:var(--ink);background:var(--card);border:1px solid var(--dim);border-radius:6px;min-width:0}
form.login button{justify-self:start;font-size:15px;padding:6px 18px}`;

export interface DevPage {
  readonly html: string;
  readonly policy: string;
}

export function devPage(page: Omit<HtmlDocument, 'style'>): DevPage {
  const document = { ...page, style };
  return { html: htmlDocument(document), policy: contentPolicy(document) };
}

/** The headers of a page: nothing frames it, nothing keeps it, no other origin reads it. */
export function pageHeaders({ policy }: Pick<DevPage, 'policy'>): OutgoingHttpHeaders {
  return {
    'content-security-policy': `${policy}; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}
