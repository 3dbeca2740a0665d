import { firstToken } from './credentials.ts'
import type { Launched } from './launch.ts'

type Environment = { readonly [name: string]: string }

/** The first administrator's token in every demo world, for those who cannot wait until it is built. */
export const DEMO_TOKEN = 'root-token'

/** What clients of the service read, each the name that one of them looks for. */
export async function clientEnvironment({ url, simulator, certificate }: Launched): Promise<Environment> {
  return {
    ...addresses(url, firstToken(simulator.world, simulator.now())),
    ...(certificate === undefined ? {} : (await import('./certificate.ts')).trustVariables(certificate)),
  }
}

export function addresses(url: string, token: string | undefined): Environment {
  return {
    FORGERY_URL: url,
    GITLAB_URL: url,
    CI_SERVER_URL: url,
    CI_API_V4_URL: `${url}/api/v4`,
    ...(token === undefined ? {} : { GITLAB_TOKEN: token }),
  }
}
