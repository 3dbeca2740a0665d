import { readFile } from 'node:fs/promises'
import type { YAMLException } from 'js-yaml'
import { systemReason, wrongUse } from './failure.ts'
import { jsonFault } from './json-fault.ts'
import { loopIn } from './loop-in.ts'

/**
 * Reads a file of JSON or YAML, told apart by its ending (`.yaml`, `.yml`; everything else is JSON). Throws a CliFailure
 * that begins with `origin`, the flag that named the file.
 */
export async function readDocument(origin: string, file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw wrongUse(`${origin}: cannot read ${file}: ${systemReason(error)}`)
  })
  // Editors of some systems begin a file with it.
  const plain = text.replace(/^\uFEFF/, '')
  return /\.ya?ml$/i.test(file) ? readYaml(origin, file, plain) : readJson(origin, file, plain)
}

function readJson(origin: string, file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw wrongUse(`${origin}: ${file} is not JSON: ${jsonFault(text)}`)
  }
}

// Its errors draw the place on lines of their own; a complaint here is one line.
async function readYaml(origin: string, file: string, text: string): Promise<unknown> {
  const { load, YAMLException } = await import('js-yaml')
  try {
    const document = load(text)
    const looped = loopIn(document)
    if (looped !== undefined) throw new Error(`${looped} is an alias of what it is a part of`)
    return document
  } catch (error) {
    const reason = error instanceof YAMLException ? placed(error) : systemReason(error)
    throw wrongUse(`${origin}: ${file} is not YAML: ${reason}`)
  }
}

// As the place of a mistake in JSON is told.
function placed({ mark, reason }: YAMLException): string {
  return mark === undefined ? reason : `line ${mark.line + 1}, column ${mark.column + 1}: ${reason}`
}
