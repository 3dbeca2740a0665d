import type { ExitStatus } from '../run/judge.ts'
import { agree, type JudgeTrafficOptions } from './options.ts'

/**
 * Judges recorded traffic, or traffic that passes through a proxy, and sends nothing of its own. Gives 0 when everything
 * holds that must, 1 when something does not, 2 when it could not be judged. Never rejects.
 *
 * @example
 * process.exitCode = await judgeTraffic({ files: ['traffic.har'] })
 */
export async function judgeTraffic(options: JudgeTrafficOptions): Promise<ExitStatus> {
  const { complain = (text) => void process.stderr.write(text) } = options
  try {
    agree(options)
    // The suite is loaded only once there is something to judge.
    const { judgeProxied, judgeRecorded } = await import('./judging.ts')
    return await (options.proxy ? judgeProxied : judgeRecorded)({ ...options, complain })
  } catch (problem) {
    complain(`forgery judge: ${problem instanceof Error ? problem.message : String(problem)}\n`)
    return 2
  }
}
