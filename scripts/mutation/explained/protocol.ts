import type { Explanation } from './explanation.ts'

const onlyCounted =
  'Limits of single operations are counted only by a simulator that was told to, and refuse every other call then'

export const inProtocol: readonly Explanation[] = [
  {
    file: 'sim/protocol/coerce.ts',
    from: 'raw === undefined',
    to: 'false',
    why: 'Nothing is no hash either, as is asked right after',
  },
  {
    file: 'sim/protocol/coerce.ts',
    from: /^param\.values\?\.includes/,
    why: 'It is asked only of parameters with values',
  },
  {
    file: 'sim/protocol/coerce.ts',
    from: 'text[0] === text[0]?.toUpperCase()',
    to: 'true',
    why: 'A word in lower case was taken before',
  },
  { file: 'sim/protocol/handle.ts', from: 'hash < 0', to: 'true', why: 'Clients send no fragments' },
  { file: 'sim/protocol/handle.ts', from: 'late && { late }', why: onlyCounted },
  {
    file: 'sim/protocol/handle.ts',
    from: "precondition !== 'record'",
    to: 'true',
    why: 'It guards against operations that are written wrongly',
  },
  {
    file: 'sim/protocol/identify.ts',
    from: "'unknown'",
    to: '""',
    why: 'An unknown token belongs to nobody',
  },
  { file: 'sim/protocol/input.ts', from: "''", to: '"Stryker was here!"', why: 'An empty name is left out' },
  {
    file: 'sim/protocol/input.ts',
    from: "'%'",
    to: '""',
    why: 'Without a percent sign decoding changes nothing',
  },
  { file: 'sim/protocol/input.ts', from: "'string'", to: '""', why: 'Over HTTP a body is bytes' },
  {
    file: 'sim/protocol/input.ts',
    from: 'i < header.length',
    to: 'i <= header.length',
    why: 'Behind the end is no character',
  },
  {
    file: 'sim/protocol/link.ts',
    from: /ufffd/,
    to: '""',
    why: 'Half a surrogate pair comes in JSON alone, and clients send no GET with such a body',
  },
  { file: 'sim/protocol/rate-limit.ts', from: /\bown\b/, why: onlyCounted },
  { file: 'sim/protocol/rate-limit.ts', from: /^(?:found|allowed) === undefined$/, why: onlyCounted },
  {
    file: 'sim/protocol/refusal.ts',
    from: "'Bad Request'",
    to: '""',
    why: 'Where there is a text, it is sent instead',
  },
  {
    file: 'sim/protocol/reply.ts',
    from: "typeof body !== 'string'",
    to: "typeof body === 'string'",
    why: 'It says what is remembered to save time',
  },
  {
    file: 'sim/protocol/throttle.ts',
    from: /protected_paths/,
    to: '""',
    why: 'Throttles that are on from the start are counted only by a simulator that was told to',
  },
]
