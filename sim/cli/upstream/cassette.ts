import { readFile } from 'node:fs/promises'
import { type Cassette, type Recorded, Recording } from '../../adapters/upstream/recording.ts'
import { replaceFile } from '../output/replace-file.ts'

/** Opens a cassette to be played, or begins one where there is no such file. Throws a RangeError for another file. */
export async function openCassette(file: string): Promise<Cassette> {
  const calls = await callsIn(file)
  const recording = new Recording(calls)
  let last: Promise<void> = Promise.resolve()
  const save = () =>
    replaceFile(file, `${JSON.stringify({ version: 1, calls: recording.calls() }, null, 1)}\n`)
  return {
    recording,
    played: calls !== undefined,
    save() {
      if (calls === undefined) last = last.catch(() => {}).then(save)
      return last
    },
  }
}

async function callsIn(file: string): Promise<readonly Recorded[] | undefined> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const { version, calls } = JSON.parse(text)
    if (version === 1 && Array.isArray(calls) && calls.every(isRecorded)) return calls
  } catch {
    // No JSON: told below.
  }
  throw new RangeError(`${file} is no cassette of --upstream`)
}

function isRecorded(call: unknown): call is Recorded {
  const { method, url, status, headers, body } = (call ?? {}) as Recorded
  return (
    [method, url, body].every((text) => typeof text === 'string') &&
    Number.isInteger(status) &&
    typeof headers === 'object'
  )
}
