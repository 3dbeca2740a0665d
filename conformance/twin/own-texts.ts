import type { OwnTexts } from './normalise.ts'

/** What of a stage has a name of its own on each side. */
export interface Own {
  readonly origin: string
  /** Begins the names of what was made. */
  readonly prefix: string
  /** Path of the group of the stage. */
  readonly group: string
  readonly callers: readonly (readonly [
    role: string,
    user: { readonly username: string; readonly name: string },
  ])[]
}

/** Texts that say the same on both sides where the callers and the place have other names. */
export function ownTexts({ origin, prefix, group, callers }: Own): OwnTexts {
  const whole: { [text: string]: string } = {}
  const within: (readonly [text: string | RegExp, instead: string])[] = [
    [group, 'the-group'],
    [prefix, 'conform'],
  ]
  for (const [role, { username, name }] of callers) {
    whole[username] ??= `the ${role}`
    whole[name] ??= `The ${role}`
    const escaped = username.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
    within.push([new RegExp(`(?<=@|${origin}/)${escaped}(?![\\w.-])`, 'g'), `the-${role}`])
  }
  return { whole, within }
}
