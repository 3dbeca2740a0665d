import type { HygieneRule } from './asked.ts'

/** Requests that the API does not have, and pages made for browsers. Git and OAuth are not below `/api/v4` anywhere. */
export function outsideTheApi(): HygieneRule {
  return {
    see({ operation, outside, subject }, note) {
      if (operation !== undefined) return
      if (outside === undefined) note('unknown-operation', subject, 'the API has no such operation')
      else if (!isDocumented(outside.name))
        note('outside-api', subject, 'is outside of /api/v4, and may change with any release')
    },
  }
}

function isDocumented(name: string | undefined): boolean {
  return name === 'git' || (name?.includes(' /oauth/') ?? false)
}
