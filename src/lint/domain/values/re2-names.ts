const categories: ReadonlySet<string> = new Set(
  'Any C Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs'.split(
    ' ',
  ),
);

/** `[:alpha:]` and the like. */
export const posixClasses: ReadonlySet<string> = new Set(
  'alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit'.split(' '),
);

/** Whether a name is a Unicode general category or script. RE2's scripts are those of JavaScript. */
export function isCharacterClass(name: string): boolean {
  if (categories.has(name)) return true;
  if (!/^[A-Z][A-Za-z_]{2,40}$/.test(name)) return false;
  try {
    new RegExp(`\\p{Script=${name}}`, 'u');
    return true;
  } catch {
    return false;
  }
}
