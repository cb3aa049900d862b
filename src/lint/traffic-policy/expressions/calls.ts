import { functionNamespaces, type PolicyFunction, policyFunctions } from '../../../kinds/policy/functions.ts';
import { policyMacros, policyMethods } from '../../../kinds/policy/methods.ts';
import { olderFunctions, otherFunctions, rumoredFunctions } from '../../../kinds/policy/other-names.ts';
import type { VariableType } from '../../../kinds/policy/variable.ts';
import { rangeProblem } from '../../domain/values/ip-range.ts';
import { re2Problem } from '../../domain/values/re2.ts';
import { suggestions } from '../../../text/suggest.ts';
import { isOperation, type ASTNode } from '../../../derive/expressions/ast.ts';
import { variableOf } from './names.ts';
import { checkPossiblePart } from './possible-values.ts';
import type { Range } from '../../../model/document.ts';
import { quoted } from '../../../text/quoted.ts';
import { pathOf } from '../../../derive/expressions/value-path.ts';
import type { Inference } from './inference.ts';
import { literalText, rangeOf, writtenAs } from './written-parts.ts';
import { nameOfType, methodOwner, fits, plainType } from './types-in-words.ts';

type Call = Extract<ASTNode, { op: 'call' }>;
type MethodCall = Extract<ASTNode, { op: 'rcall' }>;

const functionNames = Object.keys(policyFunctions);
const methodNames = [
  ...new Set([
    ...Object.values(policyMethods).flatMap((methods) => Object.keys(methods)),
    ...Object.keys(policyMacros),
  ]),
];

/** A call by its name, which has a dot in it if it is one of a namespace. */
interface NamedCall {
  readonly node: Call | MethodCall;
  readonly name: string;
  readonly args: readonly ASTNode[];
}

/** The type of `name(…)`. */
export function callOf(call: NamedCall, inference: Inference): VariableType {
  const { node, name, args } = call;
  const { report, scope, typeOf } = inference;
  const range = { start: node.start, end: Math.min(node.end, node.start + name.length) };
  const found = Object.hasOwn(policyFunctions, name) ? policyFunctions[name] : undefined;
  if (found === undefined) {
    for (const argument of args) typeOf(argument);
    const [receiver, ...rest] = args;
    const isMethod = receiver !== undefined && methodNames.includes(name);
    if (isMethod) {
      const subject = isOperation(receiver) ? `(${writtenAs(receiver)})` : writtenAs(receiver);
      report({
        ...rangeOf(node),
        message: `${quoted(name)} is a method, not a function`,
        write: `${subject}.${name}(${rest.map(writtenAs).join(', ')})`,
      });
    } else if (receiver !== undefined && rest.length === 0 && /^not$/i.test(name))
      report({ ...rangeOf(node), message: `${quoted(name)} is not CEL`, write: `!(${writtenAs(receiver)})` });
    else reportUnknown({ name, range }, [...functionNames, ...methodNames], inference);
    return 'any';
  }
  if (found.phases?.includes(scope.phase) === false)
    report({ ...range, message: `${quoted(name)} is not available in ${scope.phase}` });
  if (!checkSwappedNetwork(call, inference)) {
    checkArguments(call, found, inference);
    const [receiver, argument] = args;
    if (name === 'matches' && receiver !== undefined)
      checkPossiblePart({ node, name, receiver, argument }, inference);
  }
  return found.result;
}

/** Whether an address and its networks are in each other's place, which is reported. */
function checkSwappedNetwork(
  { node, name, args: [network, address, ...more] }: NamedCall,
  inference: Inference,
): boolean {
  if (!/^inCidrRanges?$/.test(name) || network === undefined || address === undefined || more.length > 0)
    return false;
  const isNetwork =
    network.op === 'list' ||
    literalText(network)?.includes('/') === true ||
    (literalText(network) !== undefined && variableOf(address, inference)?.form === 'address');
  if (!isNetwork || address.op === 'list' || address.op === 'value') return false;
  inference.report({
    ...rangeOf(node),
    rule: 'traffic-policy-no-effect',
    message: `${quoted(name)} takes the address first, then the network`,
    severity: 'warn',
    write: `${name}(${writtenAs(address)}, ${writtenAs(network)})`,
  });
  return true;
}

/** The type of `receiver.name(…)`: a function with two names, a macro, or a method. */
export function typeOfMethod(node: MethodCall, inference: Inference): VariableType {
  const { report, typeOf, bound } = inference;
  const [name, receiver, args] = node.args;
  const call: NamedCall = { node, name, args };
  const path = pathOf(receiver);
  if (path !== undefined && !bound.has(path.root)) {
    const full = [path.root, ...path.steps.map((step) => step.name), name].join('.');
    const isNamespace = path.steps.length === 0 && functionNamespaces.has(path.root);
    if (isNamespace || olderFunctions[full] !== undefined || rumoredFunctions.test(full)) {
      if (path.root === 'math' || path.root === 'sets')
        return (void args.map((argument) => typeOf(argument)), 'any');
      return callOf({ node, name: full, args }, inference);
    }
    // Functions of other dialects, which the tables do not describe.
    if (path.root === 'cel' || path.root === 'ai' || path.root === 'optional') return 'any';
  }
  const type = typeOf(receiver);
  if (Object.hasOwn(policyMacros, name) && args[0]?.op === 'id' && args.length > 1)
    return macroOf(call, type, inference);
  const owner = methodOwner(type);
  const methods = owner === undefined ? undefined : policyMethods[owner];
  const found = methods !== undefined && Object.hasOwn(methods, name) ? methods[name] : undefined;
  const range = nameRange(node, name, receiver);
  if (found !== undefined) {
    checkArguments(call, found, inference);
    checkPossiblePart({ node, name, receiver, argument: args[0] }, inference);
    return found.result;
  }
  const isAny = plainType(type) === 'any';
  const known = isAny ? anyMethods(name) : [];
  if (known.length > 0) {
    const counts = known.filter(({ args: wanted, optional }) => takes(args.length, wanted.length, optional));
    const [first = known[0]] = counts;
    if (counts.length === 0 && first !== undefined) checkArguments(call, first, inference);
    else for (const argument of args) typeOf(argument);
    const isOne = counts.every(({ result }) => result === first?.result);
    return isOne && counts.length > 0 ? (first?.result ?? 'any') : 'any';
  }
  if (Object.hasOwn(policyMacros, name) && (owner === 'list' || owner === 'map' || isAny)) {
    report({
      ...range,
      message: `${quoted(name)} takes a name and an expression: \`${name}(one, one != '')\``,
    });
    return 'any';
  }
  for (const argument of args) typeOf(argument);
  if (methodNames.includes(name) && !isAny) {
    const help = owner === 'list' && Object.hasOwn(policyMethods.string, name);
    report({
      ...range,
      message: `${quoted(name)} is not a method of ${nameOfType(type)}`,
      help: help ? `ask its items: \`.exists(one, one.${name}(…))\`` : undefined,
    });
    return 'any';
  }
  const near =
    owner === undefined ? methodNames : [...Object.keys(policyMethods[owner]), ...Object.keys(policyMacros)];
  reportUnknown({ name, range }, near, inference);
  return 'any';
}

/** The range of a method's name: behind its receiver. */
function nameRange(node: MethodCall, name: string, receiver: ASTNode): Range {
  const at = node.input.indexOf(name, receiver.end);
  return at === -1 ? rangeOf(node) : { start: at, end: at + name.length };
}

function anyMethods(name: string): readonly PolicyFunction[] {
  return Object.values(policyMethods).flatMap((methods) =>
    Object.hasOwn(methods, name) && methods[name] !== undefined ? [methods[name]] : [],
  );
}

function takes(count: number, most: number, optional: number): boolean {
  return count <= most && count >= most - optional;
}

function macroOf(
  { name, args }: NamedCall,
  type: VariableType,
  { bound, typeOf, report }: Inference,
): VariableType {
  const [variable, ...body] = args;
  const plain = plainType(type);
  const isOver = plain === 'any' || typeof plain !== 'string';
  if (!isOver && variable !== undefined)
    report({
      ...rangeOf(variable),
      message: `${quoted(name)} goes over a list or a map, not ${nameOfType(type)}`,
    });
  const item: VariableType = typeof plain === 'string' ? 'any' : 'list' in plain ? plain.list : 'string';
  const inner = new Map(bound);
  if (variable?.op === 'id') inner.set(variable.args, item);
  const results = body.map((node) => typeOf(node, inner));
  const last = results.at(-1) ?? 'any';
  switch (name) {
    case 'all':
    case 'exists':
    case 'exists_one': {
      const condition = body.at(-1);
      if (condition !== undefined && plainType(last) !== 'any' && plainType(last) !== 'bool')
        report({
          ...rangeOf(condition),
          message: `${quoted(name)} takes a condition, not ${nameOfType(last)}`,
        });
      return 'bool';
    }
    case 'filter':
      return { list: item };
    case 'sortBy':
      return plain;
    default:
      return { list: last };
  }
}

/** Arguments of the wrong number are not looked at: what they should be is not known. */
function checkArguments(
  { node, name, args: given }: NamedCall,
  { args, optional }: PolicyFunction,
  inference: Inference,
): void {
  const { report, typeOf } = inference;
  const least = args.length - optional;
  if (!takes(given.length, args.length, optional)) {
    const count = least === args.length ? `${least}` : `${least} to ${args.length}`;
    report({
      ...rangeOf(node),
      message: `${quoted(name)} takes ${count} argument${count === '1' ? '' : 's'}, not ${given.length}`,
    });
    return;
  }
  given.forEach((argument, index) => {
    const wanted = args[index] ?? 'any';
    const type = typeOf(argument);
    const isOther =
      index === 1 &&
      ((name === 'inCidrRange' && nameOfType(type) === 'list') ||
        (name === 'inCidrRanges' && nameOfType(type) === 'string'));
    if (isOther)
      report({
        start: node.start,
        end: node.start + name.length,
        message: `${quoted(name)} takes ${name === 'inCidrRange' ? 'one network, not a list' : 'a list of networks, not one'}`,
        write: name === 'inCidrRange' ? 'inCidrRanges' : 'inCidrRange',
      });
    else if (!fits(wanted, type))
      report({
        ...rangeOf(argument),
        message: `${quoted(name)} takes ${wanted === 'regex' ? 'string' : wanted.replaceAll('|', ' or ')} here, not ${nameOfType(type)}`,
      });
    else if (wanted === 'regex') checkPattern(argument, inference);
  });
  if (/^inCidrRanges?$/.test(name)) checkNetworks(given[1], inference);
}

function checkPattern(node: ASTNode, { report }: Inference): void {
  if (node.op !== 'value' || typeof node.args !== 'string') return;
  const problem = re2Problem(node.args);
  if (problem === undefined) return;
  // The pattern of a shell, for names that end so.
  const [, end] = /^\*(\.\w+)$/.exec(node.args) ?? [];
  report({
    ...rangeOf(node),
    message: `the pattern is not valid (RE2): ${problem.what}`,
    write: end === undefined ? undefined : `r'\\${end}$'`,
  });
}

/** A wrong network is not refused: it matches no address. */
function checkNetworks(node: ASTNode | undefined, inference: Inference): void {
  if (node === undefined || isOperation(node)) return;
  if (node.op === 'list') for (const item of node.args) checkNetworks(item, inference);
  if (node.op !== 'value' || typeof node.args !== 'string') return;
  const problem = rangeProblem(node.args);
  if (problem !== undefined || !node.args.includes('/'))
    inference.report({
      ...rangeOf(node),
      rule: 'traffic-policy-no-effect',
      message:
        problem === undefined
          ? `${quoted(node.args)} has no prefix length`
          : `${quoted(node.args)} ${problem.what}`,
      help: problem === undefined ? undefined : problem.help,
      severity: 'warn',
    });
}

function reportUnknown(
  { name, range }: { readonly name: string; readonly range: Range },
  names: readonly string[],
  { report }: Inference,
): void {
  const older = olderFunctions[name];
  if (older !== undefined) {
    report({
      ...range,
      message: `${quoted(`${name}()`)} is the former name of \`${older}()\``,
      write: older,
      severity: 'warn',
    });
    return;
  }
  const meant = otherFunctions[name] ?? suggestions(name, names)[0];
  report({
    ...range,
    message: `${quoted(name)} is not a function`,
    write: meant,
    severity: rumoredFunctions.test(name) ? 'warn' : undefined,
  });
}
