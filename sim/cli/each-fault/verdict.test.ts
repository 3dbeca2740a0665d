import { expect, test } from 'vitest'
import { verdictOf } from './verdict.ts'

const run = (status: number | undefined, printed: string) => ({
  status,
  printed,
  left: new Map(),
  struck: 'GET /user',
  requests: 1,
  second: undefined,
})
const judged = (status: number | undefined, printed: string) =>
  verdictOf(run(status, printed), run(0, ''), '60s')

test.each([
  [
    'traceback of Python',
    'Traceback (most recent call last):\n  File "a.py", line 1\nOSError: gone',
    'OSError: gone',
  ],
  ['panic of Go', 'panic: gone\n\ngoroutine 1 [running]:', 'panic: gone'],
  [
    'stack of JavaScript',
    'ExecaError: Command failed: git push\nfatal: the remote end hung up\nEverything up-to-date\n    at run (file:///a.js:1:2)',
    'fatal: the remote end hung up',
  ],
  ['stack of Java', 'java.io.IOException: gone\n\tat a.B.c(B.java:12)', 'java.io.IOException: gone'],
  [
    'backtrace of Ruby',
    "a.rb:3:in `get': gone (Net::ReadTimeout)",
    "a.rb:3:in `get': gone (Net::ReadTimeout)",
  ],
  [
    'panic of Rust',
    "thread 'main' panicked at src/main.rs:2:5:\ngone",
    "thread 'main' panicked at src/main.rs:2:5:",
  ],
  [
    'stack of .NET',
    'Unhandled exception. System.Exception: gone\n   at A.B()',
    'Unhandled exception. System.Exception: gone',
  ],
  [
    'stack of PHP',
    'PHP Fatal error:  Uncaught Exception: gone in a.php:1',
    'PHP Fatal error:  Uncaught Exception: gone in a.php:1',
  ],
])('a %s is no clean failure', (name, printed, says) => {
  expect(judged(1, printed)).toEqual({ kind: 'crashed', says: `it printed a ${name}: ${says}` })
})

test('words for people are one, also where they speak of errors', () => {
  for (const printed of ['Error: the service answered 503', 'fatal: cannot push', 'at 10:30:15 it failed'])
    expect(judged(1, printed).kind).toBe('clean')
  expect(judged(1, ' \n').kind).toBe('speechless')
  expect(judged(undefined, 'waiting').says).toBe('it had not ended after 60s')
  expect(judged(139, '').says).toBe('it was ended by signal 11')
})
