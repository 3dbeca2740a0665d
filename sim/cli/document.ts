import { readFile } from 'node:fs/promises'
import { systemReason, wrongUse } from './failure.ts'

/**
 * Reads a file of JSON or YAML, told apart by its ending (`.yaml`, `.yml`; everything else is JSON). Throws a CliFailure
 * that begins with `origin`, the flag that named the file.
 */
export async function readDocument(origin: string, file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw wrongUse(`${origin}: cannot read ${file}: ${systemReason(error)}`)
  })
  const [kind, parse] = /\.ya?ml$/i.test(file)
    ? (['YAML', await yamlParser()] as const)
    : (['JSON', JSON.parse] as const)
  try {
    return parse(text)
  } catch (error) {
    throw wrongUse(`${origin}: ${file} is not ${kind}: ${systemReason(error)}`)
  }
}

// Loaded for YAML alone. Its errors draw the place on lines of their own; a complaint here is one line.
async function yamlParser(): Promise<(text: string) => unknown> {
  const { load, YAMLException } = await import('js-yaml')
  return (text) => {
    try {
      return load(text)
    } catch (error) {
      throw error instanceof YAMLException ? new Error(error.toString(true)) : error
    }
  }
}
