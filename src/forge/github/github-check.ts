/**
 * The verdict on a commit: a check run, which only the token of an app may write (that of a workflow is one), else a
 * commit status. A request takes 50 annotations, and a later one adds to them; the conclusion and the summary come last,
 * so that a run that ends early does not look whole.
 */
import { ForgeError, type CommitVerdict, type ForgeAnnotation } from '../../model/forge/forge.ts';
import type { Json } from '../../model/value.ts';
import { clip } from '../../text/clip.ts';
import type { ForgeLine } from '../line/forge-line.ts';
import { apiPath } from '../line/api-path.ts';
import { readAnswer } from '../line/read-answer.ts';

interface ToReport {
  readonly commit: string;
  readonly verdict: CommitVerdict;
}

const mostAnnotations = 50;
const longestTitle = 255;
const longestSummary = 65_535;
/** 64 KB, of characters with up to three bytes. */
const longestMessage = 21_000;
const longestDescription = 140;

export async function reportCheck(line: ForgeLine, root: string, report: ToReport): Promise<void> {
  const { verdict } = report;
  const chunks = chunksOf(verdict.annotations);
  const id = await startCheck(line, root, report, chunks[0] ?? []);
  if (id === undefined) return setStatus(line, root, report);
  const path = root + apiPath`/check-runs/${id}`;
  for (const annotations of chunks.slice(1))
    await line.ask({
      method: 'PATCH',
      path,
      body: { output: outputOf(verdict, 'Publishing annotations.', annotations) },
    });
  await line.ask({
    method: 'PATCH',
    path,
    body: {
      status: 'completed',
      conclusion: conclusions[verdict.conclusion],
      output: outputOf(verdict, clip(verdict.summary, longestSummary), []),
    },
  });
}

const conclusions: Readonly<Record<CommitVerdict['conclusion'], string>> = {
  success: 'success',
  neutral: 'neutral',
  'action-required': 'action_required',
};

/** The id of the check run; undefined if the token may not write any. */
async function startCheck(
  line: ForgeLine,
  root: string,
  { commit, verdict }: ToReport,
  annotations: readonly ForgeAnnotation[],
): Promise<string | undefined> {
  const body = {
    name: verdict.name,
    head_sha: commit,
    status: 'in_progress',
    ...(verdict.url === undefined ? {} : { details_url: verdict.url }),
    output: outputOf(verdict, 'Publishing annotations.', annotations),
  };
  try {
    const request = { method: 'POST', path: `${root}/check-runs`, body, pretend: { id: 0 } } as const;
    return readAnswer((await line.ask(request)).json, 'the check run').id('id');
  } catch (error) {
    if (error instanceof ForgeError && (error.problem === 'no-right' || error.problem === 'missing'))
      return undefined;
    throw error;
  }
}

function outputOf(
  { title }: CommitVerdict,
  summary: string,
  annotations: readonly ForgeAnnotation[],
): { readonly [name: string]: Json } {
  return { title: clip(title, longestTitle), summary, annotations: annotations.map(annotationJson) };
}

function annotationJson({ path, line, level, title, message }: ForgeAnnotation): Json {
  return {
    path,
    start_line: line,
    end_line: line,
    annotation_level: level,
    title: clip(title, longestTitle),
    message: clip(message, longestMessage),
  };
}

function chunksOf(annotations: readonly ForgeAnnotation[]): readonly (readonly ForgeAnnotation[])[] {
  const count = Math.ceil(annotations.length / mostAnnotations);
  return Array.from({ length: count }, (_, index) =>
    annotations.slice(index * mostAnnotations, (index + 1) * mostAnnotations),
  );
}

async function setStatus(line: ForgeLine, root: string, { commit, verdict }: ToReport): Promise<void> {
  const { name, title, url, conclusion } = verdict;
  await line.ask({
    method: 'POST',
    path: root + apiPath`/statuses/${commit}`,
    body: {
      state: conclusion === 'success' || conclusion === 'neutral' ? 'success' : 'failure',
      context: name,
      description: clip(title, longestDescription),
      ...(url === undefined ? {} : { target_url: url }),
    },
  });
}
