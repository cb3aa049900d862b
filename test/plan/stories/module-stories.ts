import { leafStories } from './leaf-stories.ts';
import { moduleSubjects, type Subject } from './module-subjects.ts';
import { secretStories } from './secret-stories.ts';
import type { Story } from './story.ts';
import { switchStories } from './switch-stories.ts';

interface ModuleStories {
  readonly subject: Subject;
  readonly stories: readonly Story[];
}

/** Every story of every module, by module. */
export function moduleStories(): readonly ModuleStories[] {
  return moduleSubjects().map((subject) => ({
    subject,
    stories: [...switchStories(subject), ...leafStories(subject), ...secretStories(subject)],
  }));
}
