import { wrongUse } from './failure.ts'
import type { Io } from './io.ts'
import type { JudgeSettings } from './options.ts'
import { readyFile } from './ready/ready-file.ts'

/**
 * Judges recorded traffic, or what passes through a proxy until a signal ends it. Returns 0 when everything holds that
 * must, 1 when something does not, 2 when it could not be judged.
 */
export async function judge(files: readonly string[], settings: JudgeSettings, io: Io): Promise<number> {
  // The double is small without the suite: only what needs it loads it.
  const { judgeTraffic } = await import('../../conformance/judge/cli.ts')
  const stop = new AbortController()
  const off = io.onSignal(() => {
    // The first signal ends the proxy, which then reports; the next one ends the process.
    off()
    stop.abort()
  })
  const { readyFile: place, report: wishes = [], ...rest } = settings
  const [wish, other] = wishes
  if (other !== undefined) throw wrongUse('--report of judge takes one kind')
  const output = wish?.file ?? rest.output
  const { signal } = stop
  try {
    const file = await readyFile(place)
    try {
      return await judgeTraffic({
        ...rest,
        ...(wish !== undefined && { report: wish.kind }),
        ...(output !== undefined && { output }),
        files,
        signal,
        ready: file.write,
        write: io.out,
        complain: io.err,
      })
    } finally {
      await file.remove()
    }
  } finally {
    off()
  }
}
