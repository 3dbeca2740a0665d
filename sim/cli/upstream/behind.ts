import type { Handler } from '../../adapters/handler.ts'
import { withUpstream } from '../../adapters/upstream/upstream.ts'
import { systemReason, wrongUse } from '../failure.ts'
import type { Settings } from '../options.ts'
import { openCassette } from './cassette.ts'

/** A handler that passes on what `--upstream` and `--cassette` say. Throws a CliFailure for a file that is no cassette. */
export async function behind(
  own: Handler,
  { upstream, upstreamToken, upstreamReads, upstreamWrites, upstreamAllow, cassette: file }: Settings,
  warn: (reason: string) => void,
): Promise<Handler> {
  const cassette = file === undefined ? undefined : await opened(file)
  if (cassette?.played === false && upstream === undefined)
    throw wrongUse(`--cassette: there is no file ${file}; --upstream records one`)
  return withUpstream(own, {
    url: upstream,
    token: upstreamToken,
    reads: upstreamReads,
    writes: upstreamWrites,
    allow: upstreamAllow,
    cassette,
    onUnsaved: (error) => warn(`--cassette: cannot write ${file}: ${systemReason(error)}`),
  })
}

async function opened(file: string) {
  try {
    return await openCassette(file)
  } catch (error) {
    throw wrongUse(`--cassette: ${error instanceof RangeError ? error.message : systemReason(error)}`)
  }
}
