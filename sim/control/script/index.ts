import type { Controlled } from '../controlled.ts'
import type { JournalFilter } from '../journal-entry.ts'
import { curlScript } from './curl-script.ts'
import { hurlScript } from './hurl-script.ts'
import { journalScript } from './journal-script.ts'
import { pytestScript } from './pytest-script.ts'
import type { ScriptKind } from './script-kind.ts'
import { vitestScript } from './vitest-script.ts'

const writers = { vitest: vitestScript, pytest: pytestScript, curl: curlScript, hurl: hurlScript }

/** The requests of a journal as a script that makes them again, without secrets. */
export function scriptOf(controlled: Controlled, kind: ScriptKind, filter: JournalFilter = {}): string {
  return writers[kind](journalScript(controlled, filter))
}
