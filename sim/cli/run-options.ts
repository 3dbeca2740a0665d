import { duration } from '../time/clock.ts'
import { option } from './option.ts'
import { headerLine, itself, onOff, text, wholeNumber } from './option-values.ts'

/** How long `conform` goes on, and how it reaches what it checks. */
export const runOptions = {
  bail: option<boolean, false>({ about: 'stops at the first failure', read: onOff }),
  maxFailures: option<number, false>({
    value: 'N',
    about: 'stops after N failures',
    byDefault: 'no limit',
    read: wholeNumber(1),
  }),
  maxTime: option<number, false>({
    value: 'TIME',
    about:
      'begins nothing after this time, such as 10m, removes what was created, and tells what was not tried',
    byDefault: 'no limit',
    read: positive,
  }),
  timeout: option<number, false>({
    value: 'TIME',
    about: 'time allowed for a reply',
    byDefault: '30s',
    read: positive,
  }),
  header: option<readonly [name: string, value: string], true>({
    value: 'HEADER',
    about: "header of every request, for example 'X-Proxy-Token: secret'; repeatable",
    read: headerLine,
    repeatable: true,
  }),
  ca: option<string, false>({
    value: 'FILE',
    about: 'trusts the certificate authority in a PEM file, besides the usual ones',
    read: text,
  }),
  insecure: option<boolean, false>({ about: 'trusts any certificate', read: onOff }),
  har: option<string, false>({
    value: 'FILE',
    about: 'writes the calls behind the failures to a file, in the format HAR, without credentials',
    read: text,
    writes: itself,
  }),
} as const

function positive(given: string): number {
  const milliseconds = duration(given)
  if (milliseconds >= 1) return milliseconds
  throw new RangeError(`'${given}' is no time: use for example 30s or 10m`)
}
