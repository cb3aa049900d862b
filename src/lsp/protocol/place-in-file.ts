import type { FileSubject } from './session.ts';
import type { Analysis } from '../engine.ts';

/** A place in an open file, with a check of its workspace. */
export interface PlaceInFile extends FileSubject {
  readonly offset: number;
  readonly analysis: Analysis;
}
