import { placeholderForms } from '../../kinds/policy/policy-form.ts';
import type { ExpressionUse, MapSetting, TextSetting } from '../../kinds/policy/setting.ts';
import { networkOf, rangeProblem } from '../domain/values/ip-range.ts';
import { re2Problem } from '../domain/values/re2.ts';
import { checkCredentials, checkTargetUrl } from './check-urls.ts';
import { foreignReferenceWords, foreignSecretName } from '../../derive/secrets/secret-references.ts';
import { policyTemplates, withoutTemplates } from '../../derive/expressions/policy-templates.ts';
import { checkTemplates, checkWhole } from './expressions/check-expressions.ts';
import { severityOfFact, type SettingMistake, type SettingPlace, writing } from './policy-check.ts';
import { suggestions } from '../../text/suggest.ts';
import { missingComma } from '../../text/words/mistake-words.ts';
import { quoted } from '../../text/quoted.ts';
import { orList } from '../../text/words/list-words.ts';

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Checks a string: its expressions, then its form. What it says of a secret never shows it. */
export function checkText(text: string, setting: TextSetting, place: SettingPlace): void {
  const { scope, inside } = place;
  const report = (mistake: SettingMistake, rule = 'traffic-policy-setting-value'): void => {
    scope.check.report({
      rule,
      inside,
      ...mistake,
      sensitive: setting.secret === undefined ? undefined : true,
    });
  };
  if (text === '') {
    if (setting.required === true) report({ message: `${place.what} is empty`, code: 2223 });
    return;
  }
  // Known only when the secret or the variable is.
  if (text.includes('$(')) return;
  if (setting.expressions === 'whole') {
    checkWhole(text, place);
    return;
  }
  const hasTemplate = text.includes('${');
  if (hasTemplate && setting.expressions === undefined) {
    report({
      message: `\`\${…}\` is not evaluated in ${place.what}`,
      why: 'The service takes the text as it is.',
      severity: 'warn',
    });
    return;
  }
  if (!checkTemplates(text, place)) return;
  const placeholder = placeholderIn(text, setting);
  if (placeholder !== undefined) {
    report(
      {
        message: `${quoted(placeholder)} looks like a placeholder`,
        help: setting.secret === true ? 'write `$(secret:NAME)`' : undefined,
        severity: 'warn',
      },
      'traffic-policy-placeholder',
    );
    return;
  }
  if (setting.secret === true && !hasTemplate) reportClearText(text, place);
  else checkForm({ text, setting }, place, report);
}

export function checkAnyText(
  text: string,
  expressions: ExpressionUse | undefined,
  place: SettingPlace,
): void {
  if (expressions === 'template' && !text.includes('$(')) checkTemplates(text, place);
}

/** Reports a secret that is written out. A reference of another tool is none, and is shown. */
export function reportClearText(
  text: string,
  { scope, inside, what }: SettingPlace,
  severity?: 'warn',
): void {
  const last = text.trim().split(/\s+/).at(-1) ?? '';
  const foreign = [text, last].find((part) => foreignSecretName(part) !== undefined);
  const help = 'write `$(secret:NAME)`';
  if (foreign !== undefined) {
    const message = foreignReferenceWords(foreign);
    scope.check.report({ rule: 'traffic-policy-placeholder', inside, message, help, severity: 'warn' });
  } else
    scope.check.report({
      rule: 'traffic-policy-secret-literal',
      inside,
      message: `${what} is in clear text`,
      help,
      severity,
      sensitive: true,
    });
}

/**
 * A part of a text that its author was meant to replace. Patterns, and texts with markup, have such words of their own.
 */
function placeholderIn(text: string, { form, deprecated }: TextSetting): string | undefined {
  if (form === 'regex' || form === 'replacement' || deprecated !== undefined) return undefined;
  const bare = withoutTemplates(text);
  if (form === 'cidr' && /^[A-Z_]{4,}$|[A-Za-z]+ [A-Za-z]+/.test(bare)) return bare;
  const isLong = bare.length > 200 || /<\/|\n/.test(bare);
  if (isLong) return /\.\.\. *snip *\.\.\./.exec(bare)?.[0];
  for (const placeholder of placeholderForms) {
    const found = placeholder.exec(bare);
    if (found !== null) return found[0];
  }
  return undefined;
}

type ReportText = (mistake: SettingMistake, rule?: string) => void;

/** The text of a setting. */
interface SettingText {
  readonly text: string;
  readonly setting: TextSetting;
}

/** Returns false if the text is not one of the allowed values; its form does not matter then. */
function checkValue({ text, setting }: SettingText, what: string, report: ReportText): boolean {
  const { values, knownValues, otherValues, forbidden, maxLength, isAscii, form, code, certainty } = setting;
  const isComputed = text.includes('${');
  if (!isComputed && values !== undefined && !values.includes(text)) {
    const meant = otherValues?.[text.toLowerCase()] ?? suggestions(text, values)[0];
    const all = orList(values);
    // A longer list would be cut in the message, where the right one may be behind the cut.
    const isShort = all.length <= 75;
    report({
      message: isShort
        ? `${what} is ${quoted(text)}; it must be ${all}`
        : `${what} is ${quoted(text)}, which is not one of its ${values.length} values`,
      ...(meant === undefined ? { help: isShort ? undefined : `choose ${all}` } : writing(meant)),
      code: code ?? 2222,
      ...severityOfFact(certainty),
    });
    return false;
  }
  if (forbidden?.includes(text) === true) {
    report({ message: `${what} cannot be ${quoted(text)}`, code: code ?? 2222 });
    return false;
  }
  if (!isComputed && knownValues !== undefined && !knownValues.includes(text)) {
    const meant = otherValues?.[text] ?? suggestions(text, knownValues)[0];
    report({
      message: `${what} is ${quoted(text)}, which is not known`,
      ...(meant === undefined ? {} : writing(meant)),
      severity: 'warn',
    });
  }
  if (form !== 'credentials' && maxLength !== undefined && !isComputed && text.length > maxLength)
    report({
      message: `${what} has ${text.length} characters; it can have ${maxLength}`,
      code: code ?? 2221,
    });

  if (isAscii === true && /[^\x00-\x7f]/.test(text))
    report({ message: `${what} can have ASCII characters only`, code: 2204, severity: 'warn' });
  return true;
}

function checkForm({ text, setting }: SettingText, place: SettingPlace, report: ReportText): void {
  const { what } = place;
  const { form, code } = setting;
  if (!checkValue({ text, setting }, what, report)) return;
  const isComputed = text.includes('${');
  switch (form) {
    case 'url':
      checkTargetUrl(text, setting, place);
      return;
    case 'regex':
      checkPattern(text, report, what);
      return;
    case 'credentials':
      checkCredentials(text, setting, report);
      return;
    case 'header-name':
      if (!headerName.test(text))
        report({ message: `${quoted(text)} is not a valid header name`, code: 2210 });
      return;
    case 'header-value':
      if (/[\x00-\x08\x0a-\x1f\x7f]/.test(text.replace(/\n$/, '')))
        report({ message: `${what} has a line break or a control character`, code: 2211 });
      return;
    case 'certificate':
    case 'private-key':
      if (!isComputed && !text.includes('-----BEGIN '))
        report({ message: `${what} is not PEM`, code: 2228, help: 'it begins with `-----BEGIN`' });
      return;
    case 'ca':
      if (!isComputed && !/^ca_\w+$/.test(text) && !text.includes('-----BEGIN '))
        report({ message: `${what} is neither an id \`ca_…\` nor a certificate (PEM)`, code: 2228 });
      return;
    case 'ip-policy-id':
      if (!isComputed && !/^ipp_\w+$/.test(text))
        report({
          message: `${quoted(text)} is not the id of an IP policy`,
          severity: 'warn',
          help: 'a policy takes the id itself, such as `ipp_…`: names of `ids` are not read in it',
        });
      return;
    case 'domain':
      if (
        !isComputed &&
        !/^\.?(?:[a-z0-9_](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(text)
      )
        report({ message: `${quoted(text)} is not a domain`, code: code ?? 2243 });
      return;
    case 'cidr':
      if (!isComputed) checkNetwork(text, report);
      return;
    case 'identifier':
    case 'replacement':
    case undefined:
  }
}

function checkNetwork(text: string, report: ReportText): void {
  const problem = rangeProblem(text);
  if (problem !== undefined) {
    const help = missingComma(text, (word) => rangeProblem(word) === undefined) ?? problem.help;
    report({ message: `${quoted(text)} ${problem.what}`, help, code: 2217 }, 'policy-ip-range');
    return;
  }
  if (!text.includes('/'))
    report({
      message: `${quoted(text)} has no prefix length`,
      ...writing(`${text}/${text.includes(':') ? 128 : 32}`),
      code: 2217,
      severity: 'warn',
    });
  const found = networkOf(text);
  if (found === undefined) return;
  const { network, host } = found;
  report(
    {
      message: `${quoted(text)} has host bits set: it covers \`${network}\``,
      help: `write \`${network}\` for the network, or \`${host}\` for this address alone`,
      replace: network,
    },
    'policy-ip-host-bits',
  );
}

function checkPattern(text: string, report: ReportText, what: string): void {
  // Filled in when the request is there.
  if (policyTemplates(text).length > 0) return;
  const problem = re2Problem(text);
  if (problem !== undefined)
    report({
      within: { start: problem.start, end: problem.end },
      message: `${what} is not a valid pattern (RE2): ${problem.what}`,
      code: 2261,
    });
}

export function isClearText(text: string): boolean {
  return text !== '' && !text.includes('${') && !text.includes('$(');
}

export function checkMapKeys(names: readonly string[], { keyForm }: MapSetting, place: SettingPlace): void {
  const seen = new Map<string, string>();
  for (const name of names) {
    const at = { rule: 'traffic-policy-setting-value', inside: [...place.inside, name], on: 'key' } as const;
    const { report } = place.scope.check;
    if (keyForm === 'header-name' && !headerName.test(name))
      report({ ...at, message: `${quoted(name)} is not a valid header name`, code: 2210 });
    if (keyForm === 'identifier' && !/^[A-Za-z_]\w*$/.test(name))
      report({ ...at, message: `${quoted(name)} is not a valid variable name`, severity: 'warn' });
    const other = keyForm === 'header-name' ? seen.get(name.toLowerCase()) : undefined;
    if (other !== undefined)
      report({
        ...at,
        rule: 'traffic-policy-no-effect',
        message: `${quoted(name)} and ${quoted(other)} are the same header`,
        why: 'Header names are compared in lower case, so only one of the two values is sent.',
      });
    seen.set(name.toLowerCase(), name);
  }
}
