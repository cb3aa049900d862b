import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeCorpus } from './corpus.mjs';
import { edgewright } from './measure.mjs';

const small = 10_000;
const large = 100_000;
const turns = 11;

/** What the server does after a key until the findings are known, for each file; processor time, from /proc. */
export async function lspGrowth(folder) {
  const one = await measured(folder, small);
  const ten = await measured(folder, large);
  return {
    figure: `lsp: check after a key in ${words(large)} files, time of a file / of one of ${words(small)}`,
    ratios: ten.checks.map((time, turn) => time / large / (one.checks[turn] / small)),
    goal: '<= 1.20',
    peakMiB: ten.peakMiB,
  };
}

/** Completion and hover after a key do not wait for that check. */
export async function lspAnswers(folder) {
  const { answers, checks, peakMiB } = await measured(folder, small);
  return {
    figure: `lsp: completion and hover after a key in ${words(small)} files / the check after it`,
    ratios: answers.map((time, turn) => time / checks[turn]),
    goal: '<= 0.25',
    peakMiB,
  };
}

async function measured(folder, count) {
  const workspace = path.join(folder, `corpus-${count}`);
  if (!existsSync(workspace)) writeCorpus(workspace, count);
  const file = path.join(workspace, 'resources/team-7/route-7.yaml');
  const uri = pathToFileURL(file).href;
  const text = readFileSync(file, 'utf8');
  const line = text.split('\n').findIndex((one) => one.includes('edge_id:'));
  const position = { line, character: 14 };
  const server = startServer(workspace);
  const ask = (method) => server.request(method, { textDocument: { uri }, position });
  try {
    await server.request('initialize', {
      processId: null,
      rootUri: pathToFileURL(workspace).href,
      capabilities: {},
    });
    server.notify('initialized', {});
    const checked = () => {
      // Quick fixes go by the findings of the text as it is.
      const range = { start: position, end: position };
      return server.request('textDocument/codeAction', { textDocument: { uri }, range, context: {} });
    };
    server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
    await checked();
    const answers = [];
    const checks = [];
    for (let version = 2; version < 2 + turns; version++) {
      const before = server.processorTime();
      server.notify('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ text: text.replace('Serves', `Serves ${'x'.repeat(version)}`) }],
      });
      await ask('textDocument/completion');
      const answer = await ask('textDocument/hover');
      if (!JSON.stringify(answer.result).includes('HTTPS edge'))
        throw new Error(`hover said ${JSON.stringify(answer)}`);
      const between = server.processorTime();
      await checked();
      answers.push(between - before);
      checks.push(server.processorTime() - before);
    }
    return { answers, checks, peakMiB: server.peakMiB() };
  } finally {
    server.stop();
  }
}

function startServer(cwd) {
  const child = spawn(process.execPath, [edgewright, 'lsp'], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  let buffer = Buffer.alloc(0);
  let next = 1;
  child.stdout.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const head = buffer.indexOf('\r\n\r\n');
      if (head === -1) return;
      const end = head + 4 + Number(/\d+/.exec(buffer.toString('latin1', 0, head))[0]);
      if (buffer.length < end) return;
      const message = JSON.parse(buffer.toString('utf8', head + 4, end));
      buffer = buffer.subarray(end);
      waiting.get(message.id)?.(message);
    }
  });
  const send = (message) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const proc = (name) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8');
  return {
    notify: (method, params) => send({ method, params }),
    request: (method, params) => {
      const id = next++;
      send({ id, method, params });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    /** In hundredths of a second. */
    processorTime: () => {
      const [user, system] = proc('stat').split(') ')[1].split(' ').slice(11, 13);
      return Number(user) + Number(system);
    },
    peakMiB: () => Number(/VmHWM:\s+(\d+)/.exec(proc('status'))[1]) / 1024,
    stop: () => child.kill(),
  };
}

function words(number) {
  return number.toLocaleString('en');
}
