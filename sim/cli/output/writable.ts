import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CliFailure, failed, systemReason, wrongUse } from '../failure.ts'
import type { Option } from '../option.ts'
import { type AllSettings, flagOf, type OptionName, options } from '../options.ts'

/**
 * Tells of a file that cannot be written before anything begins, instead of when the work is done. Files stay what they
 * are. Throws a CliFailure, of the status 2 where 1 is that of a finding.
 */
export async function mustBeWritable(command: string, settings: AllSettings): Promise<void> {
  for (const [name, file] of filesIn(settings)) {
    const reason = await unwritable(file)
    if (reason !== undefined) throw refusal(command, `${flagOf(name)}: cannot write ${file}: ${reason}`)
  }
}

function* filesIn(settings: AllSettings): Generator<readonly [OptionName, string]> {
  for (const name of Object.keys(settings) as OptionName[]) {
    const { writes, repeatable } = options[name] as Option<unknown>
    if (writes === undefined || settings[name] === undefined) continue
    const values = repeatable ? (settings[name] as readonly unknown[]) : [settings[name]]
    for (const value of values) {
      const file = writes(value, settings)
      if (file !== undefined) yield [name, file]
    }
  }
}

async function unwritable(file: string): Promise<string | undefined> {
  try {
    const there = await statusOf(file)
    // A pipe waits for whoever reads it, and takes no attempt.
    if (there !== undefined && !there.isFile() && !there.isDirectory()) return undefined
    // Others may wait for the file to be there, so another name beside it is tried.
    const tried = there === undefined ? join(dirname(file), `.${randomUUID()}`) : file
    await (await open(tried, 'a')).close()
    if (there === undefined) await rm(tried)
    return undefined
  } catch (error) {
    return systemReason(error)
  }
}

async function statusOf(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function refusal(command: string, text: string): CliFailure {
  return ['conform', 'judge', 'twin'].includes(command) ? wrongUse(text) : failed(text)
}
