import type { Explanation } from './explanation.ts'

export const protocol: readonly Explanation[] = [
  {
    why: 'Nothing is no hash either, as is asked right after',
    changes: [['sim/protocol/coerce.ts', 'raw === undefined', 'false']],
  },
  {
    why: 'It is asked only of parameters with values',
    changes: [['sim/protocol/coerce.ts', /^param\.values\?\.includes/]],
  },
  {
    why: 'A word in lower case was taken before',
    changes: [['sim/protocol/coerce.ts', 'text[0] === text[0]?.toUpperCase()', 'true']],
  },
  { why: 'Clients send no fragments', changes: [['sim/protocol/handle.ts', 'hash < 0', 'true']] },
  {
    why: 'Limits of single operations are counted only by a simulator that was told to, and refuse every other call then',
    changes: [
      ['sim/protocol/handle.ts', 'late && { late }'],
      ['sim/protocol/rate-limit.ts', /\bown\b/],
      ['sim/protocol/rate-limit.ts', /^(?:found|allowed) === undefined$/],
    ],
  },
  {
    why: 'Paths where passwords are guessed are counted only by a simulator that was told to count',
    changes: [['sim/protocol/throttle.ts', '{ name, limit, period }']],
  },
  {
    why: 'It orders what a refusal proposes instead of a path that there is not',
    changes: [
      ['sim/protocol/nearest.ts', /./],
      ['sim/protocol/closest.ts', /./],
    ],
  },
  {
    why: 'What needs no encoding is the same after it: it saves time',
    changes: [['sim/protocol/link.ts', 'PLAIN.test(text)', 'false']],
  },
  {
    why: 'It is of newer releases, and the simulators here are of 15.8',
    changes: [
      ['sim/protocol/keyset.ts', /X-Prev-Cursor/],
      ['sim/protocol/traversal.ts', /./],
    ],
  },
  { why: 'Other answers have no tag', changes: [['sim/protocol/reply.ts', 'answer.status === 200', 'true']] },
  {
    why: 'It guards against operations that are written wrongly',
    changes: [['sim/protocol/handle.ts', "precondition !== 'record'", 'true']],
  },
  { why: 'An unknown token belongs to nobody', changes: [['sim/protocol/identify.ts', "'unknown'", '""']] },
  { why: 'An empty name is left out', changes: [['sim/protocol/input.ts', "''", '"Stryker was here!"']] },
  {
    why: 'Without a percent sign decoding changes nothing',
    changes: [['sim/protocol/input.ts', "'%'", '""']],
  },
  { why: 'Over HTTP a body is bytes', changes: [['sim/protocol/input.ts', "'string'", '""']] },
  {
    why: 'Behind the end is no character',
    changes: [['sim/protocol/input.ts', 'i < header.length', 'i <= header.length']],
  },
  {
    why: 'Half a surrogate pair comes in JSON alone, and clients send no GET with such a body',
    changes: [['sim/protocol/link.ts', /ufffd/, '""']],
  },
  {
    why: 'Where there is a text, it is sent instead',
    changes: [['sim/protocol/refusal.ts', "'Bad Request'", '""']],
  },
  {
    why: 'It says what is remembered to save time',
    changes: [['sim/protocol/reply.ts', "typeof body !== 'string'", "typeof body === 'string'"]],
  },
  {
    why: 'Throttles that are on from the start are counted only by a simulator that was told to',
    changes: [['sim/protocol/throttle.ts', /protected_paths/, '""']],
  },
]
