export const scriptKinds = ['vitest', 'pytest', 'curl', 'hurl'] as const
/** What runs a script. */
export type ScriptKind = (typeof scriptKinds)[number]

/** The ending of a file of each kind. */
export const scriptEndings = { vitest: 'ts', pytest: 'py', curl: 'sh', hurl: 'hurl' } as const satisfies {
  readonly [kind in ScriptKind]: string
}
