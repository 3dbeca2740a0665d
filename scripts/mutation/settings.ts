/** The simulators that the suite's own tests run against. */
export const settings = [
  { name: 'specification', dialect: 'specification', tier: 'ultimate' },
  { name: 'real', dialect: 'real', tier: 'ultimate' },
  { name: 'free', dialect: 'specification', tier: 'free' },
] as const
export type Setting = (typeof settings)[number]
