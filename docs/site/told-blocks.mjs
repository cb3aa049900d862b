/*
 * A page tells a story: its blocks write files, its commands apply and remove them. A block opens in the playground
 * with the files that the reader has then, and with those that were applied before. Commands are not run for it: what
 * they do to files is little, and is known here.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOfExample } from './playground/examples.mjs';

const command = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../bin/edgewright.js');

const ofWorkspace = /^(?:edgewright\.yaml$|(?:environments|resources|policies|tests)\/)/;

/** Of some pages, in the order of their story: by page, its YAML blocks in order, each with what it opens. */
export function toldBlocks(pages) {
  let story = { files: {}, live: {} };
  /** The files of a step: those between two commands are opened together. */
  let step = [];
  const write = () => {
    const { files: before, live } = story;
    const files = { ...before, ...Object.fromEntries(step.map(({ name, text }) => [name, text])) };
    for (const { name, entry } of step)
      if (entry !== undefined) Object.assign(entry, { files: whole(files), live, open: name });
    story = { ...story, files };
    step = [];
  };
  const told = pages.map(({ file, text }) => {
    const entries = [];
    for (const part of partsOf(text)) {
      if (part.entry !== undefined) entries.push(part.entry);
      const isSecond = step.some(({ name, isWrong }) => isWrong || name === part.name);
      if (part.commands !== undefined || part.isWrong || isSecond) write();
      if (part.name !== undefined) step.push(part);
      for (const command of part.commands ?? []) story = after(story, command);
    }
    return [file, entries];
  });
  write();
  return new Map(told);
}

/** What matters of a page: its files, each with an entry for what it opens; its commands; blocks of other programs. */
function partsOf(page) {
  const found = page.matchAll(/^```(\w*)\n([^]*?)^```$|^<!-- (?:run )?([^]*?) -->$/gm);
  return [...found].map(([, language, text, directive]) => {
    if (directive !== undefined) return { commands: [directive] };
    if (language === 'console')
      return { commands: [...text.matchAll(/^\$ (.*)$/gm)].map(([, line]) => line) };
    const [, name, wrong] = /^(?:# |<!-- )([\w./-]+\.\w+)(, .*)?(?: -->)?\n/.exec(text) ?? [];
    const entry = language === 'yaml' ? { entry: { block: text } } : {};
    if (name !== undefined && ofWorkspace.test(name))
      return { name, text, isWrong: wrong !== undefined, ...entry };
    if (entry.entry !== undefined && name !== undefined)
      entry.entry.without = name === 'edgewright.dev.yaml' ? 'dev' : 'other-program';
    return entry;
  });
}

function after(story, line) {
  const [verb, ...words] = line.split(' ');
  const { files } = story;
  if (verb === 'mkdir') return { files: {}, live: {} };
  if (verb === 'rm')
    return {
      ...story,
      files: Object.fromEntries(Object.entries(files).filter(([name]) => !words.includes(name))),
    };
  if (verb === 'sed') return { ...story, files: edited(files, line) };
  if (verb === 'example') {
    const [name] = words;
    if (name === 'none') return story.before;
    return { files: filesOfExample(name), live: {}, before: story };
  }
  if (verb !== 'edgewright') return story;
  const isFirst = Object.keys(files).length === 0 || /^\w/.test(words[1] ?? '');
  if (words[0] === 'init' && isFirst) return { files: initialFiles(), live: {} };
  const isApplied = words[0] === 'apply' && !/ --rollback| # exit /.test(line);
  return isApplied ? { ...story, live: files } : story;
}

/** Of `sed -i`: `s/a/b/`, and `/^a/,$d` with the line above it. */
function edited(files, line) {
  const [, from, to, cut] = /^sed -i '(?:s\/(\w+)\/(\w+)\/|\/\^(.*)\/,\$d)'/.exec(line) ?? [];
  const change = (text) =>
    cut === undefined ? text.replaceAll(from, to) : text.replace(new RegExp(`^.*\\n${cut}[^]*`, 'm'), '');
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, line.includes(` ${name}`) ? change(text) : text]),
  );
}

/** With the files that a workspace needs: those of a first endpoint, and settings that name the secrets. */
function whole(files) {
  const has = (folder) => Object.keys(files).some((name) => name.startsWith(folder));
  const first = Object.entries(filesOfExample('minimal')).filter(([name]) =>
    name === 'edgewright.yaml'
      ? !has(name)
      : !has('environments/') && (name.startsWith('environments/') || !has('resources/')),
  );
  return { ...Object.fromEntries(first), ...files };
}

let initial;

/** What `edgewright init` writes, with the lineage as pages show it. */
function initialFiles() {
  initial ??= readInitialFiles();
  return initial;
}

function readInitialFiles() {
  const folder = mkdtempSync(path.join(tmpdir(), 'edgewright-site-init-'));
  try {
    execFileSync(process.execPath, [command, 'init', '.'], { cwd: folder, stdio: 'pipe' });
    const names = readdirSync(folder, { recursive: true })
      .map((name) => name.split(path.sep).join('/'))
      .filter((name) => ofWorkspace.test(name) && name.endsWith('.yaml'));
    return Object.fromEntries(
      names.sort().map((name) => {
        const text = readFileSync(path.join(folder, name), 'utf8');
        return [name, text.replace(/(?<=lineage: )[\w-]+/, '<your-lineage>')];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
