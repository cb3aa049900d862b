import type { EffectFact, Login } from '../../model/facts/trace.ts';
import { quoted } from '../../model/problem.ts';

/** The effect of a module on the request, placed behind its name, without a final period. */
export function effectText(fact: EffectFact): string {
  switch (fact.code) {
    case 'off':
      return 'is switched off';
    case 'may-be-off':
      return 'may be off: `enabled` is not set, and no default is stated';
    case 'applied':
      return 'is applied';
    case 'forwards':
      return fact.backend === undefined
        ? 'forwards to no backend: it names none'
        : `forwards to \`${fact.backend}\``;
    case 'admits-sources':
      return `lets in only the sources that ${quotedList(fact.ids)} allow`;
    case 'asks-certificate':
      return `asks for a client certificate of ${quotedList(fact.ids)}`;
    case 'tls-passed':
      return 'passes TLS through to the upstream';
    case 'tls-ended':
      return fact.version === undefined ? 'ends TLS here' : `ends TLS here, from version ${fact.version} on`;
    case 'breaks':
      return `answers itself while it is open${fact.share === undefined ? '' : `; opens at ${Math.round(fact.share * 1000) / 10} % of errors`}`;
    case 'may-compress':
      return 'may compress the response';
    case 'not-compressed':
      return 'the request accepts no compressed response';
    case 'headers':
      return headersText(fact);
    case 'verifies':
      return `refuses what ${fact.provider === undefined ? 'its provider' : quoted(fact.provider)} has not signed`;
    case 'asks-login':
      return `asks for a login${loginText(fact.by)}${fact.isOptionsExempt ? ', unless the method is OPTIONS' : ''}`;
    case 'options-pass':
      return 'asks for no login: `options_passthrough` lets OPTIONS pass';
    case 'websocket':
      return 'carries the websocket connection on as TCP';
    case 'no-websocket':
      return 'only for websocket connections (ask with --header "upgrade: websocket")';
    case 'agent-unknown':
      return 'looks at the user agent (ask with --header "user-agent: …")';
    case 'agent-both':
      return `${quoted(fact.allowed)} of \`allow\` and ${quoted(fact.denied)} of \`deny\` match: which one wins is not documented`;
    case 'agent-denied':
      return `refuses it: ${quoted(fact.pattern)} of \`deny\` matches`;
    case 'agent-allowed':
      return `lets it pass: ${quoted(fact.pattern)} of \`allow\` matches`;
    case 'agent-not-allowed':
      return 'refuses it: nothing of `allow` matches';
    case 'agent-not-denied':
      return 'lets it pass: nothing of `deny` matches';
    case 'no-rules':
      return 'has no rules';
    case 'rules-secret':
      return 'runs rules that hold a secret, and may answer itself';
    case 'rules-unreadable':
      return 'runs rules that cannot be read here, and may answer itself';
    case 'rules':
      return rulesText(fact);
  }
}

function headersText({ of, adds, removes }: Extract<EffectFact, { readonly code: 'headers' }>): string {
  const words = [
    ...(adds.length === 0 ? [] : [`adds ${quotedList(adds)}`]),
    ...(removes.length === 0 ? [] : [`removes ${quotedList(removes)}`]),
  ];
  return words.length === 0
    ? `leaves the headers of the ${of} as they are`
    : `${words.join(', ')} among the headers of the ${of}`;
}

function loginText(by: Login): string {
  switch (by.with) {
    case 'providers':
      return ` with ${quotedList(by.names)}`;
    case 'saml':
      return ' by SAML';
    case 'issuer':
      return by.issuer === undefined ? '' : ` at \`${by.issuer}\``;
  }
}

function rulesText({ phases, guards }: Extract<EffectFact, { readonly code: 'rules' }>): string {
  const counts = phases.map(([phase, count]) => `${count} ${quoted(phase)}`).join(', ');
  const keeping = guards.length === 0 ? '' : `, keeps requests out (${guards.map(quoted).join(', ')})`;
  return `runs rules (${counts})${keeping}, and may answer itself`;
}

/** `a`, `b`; `nothing` for an empty list. */
function quotedList(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.map(quoted).join(', ');
}
