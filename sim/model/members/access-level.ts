/** Numeric access levels by role. `none` is what a caller without any membership has. */
export const accessLevels = {
  none: 0,
  minimal: 5,
  guest: 10,
  /** From release 17.7 on. */
  planner: 15,
  reporter: 20,
  developer: 30,
  maintainer: 40,
  owner: 50,
} as const
export type Role = keyof typeof accessLevels
export type AccessLevel = (typeof accessLevels)[Role]
/** Levels on protected refs, where 60 stands for administrators. */
export type RefAccessLevel = 0 | 30 | 40 | 60
