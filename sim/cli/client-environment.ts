import { firstToken } from './credentials.ts'
import type { Launched } from './launch.ts'

/** What clients of the service read, each the name that one of them looks for. */
export async function clientEnvironment({
  url,
  simulator,
  certificate,
}: Launched): Promise<{ readonly [name: string]: string }> {
  const token = firstToken(simulator.world, simulator.now())
  return {
    FORGERY_URL: url,
    GITLAB_URL: url,
    CI_SERVER_URL: url,
    CI_API_V4_URL: `${url}/api/v4`,
    ...(token === undefined ? {} : { GITLAB_TOKEN: token }),
    ...(certificate === undefined ? {} : (await import('./certificate.ts')).trustVariables(certificate)),
  }
}
