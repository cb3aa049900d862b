/** The names of the two sides of a change: what is made of what, or two states that stay different. */
export type StepSides = 'before-after' | 'live-files' | 'applied-files' | 'now-before';
