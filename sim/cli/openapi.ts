import { dialectOf } from '../lib/dialect.ts'
import type { Io } from './io.ts'
import type { OpenapiSettings } from './options.ts'

/** Prints the OpenAPI document. Builds no world: the operations are enough. */
export async function openapi(
  { dialect, release, host = '127.0.0.1', port = 8080 }: OpenapiSettings,
  io: Io,
): Promise<number> {
  const [{ contract }, { openApiDocument }, { VERSION }] = await Promise.all([
    import('../contract.ts'),
    import('../openapi.ts'),
    import('../version.ts'),
  ])
  const document = openApiDocument(contract(dialectOf(dialect, release)), {
    url: `http://${host}:${port}/api/v4`,
    version: VERSION,
  })
  io.out(`${JSON.stringify(document, null, 2)}\n`)
  return 0
}
