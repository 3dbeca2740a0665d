import { type AddressRules, addressFault, hostOf, isLoopback } from '../../lib/address.ts'
import { settingInForce } from '../settings/in-force.ts'
import type { World } from '../world.ts'

const web = ['http', 'https'] as const

/**
 * Why the settings in force forbid calling a web address; undefined where they do not. This machine's own addresses are
 * left to the policy of outbound calls.
 */
export function callFault(world: World, url: string): string | undefined {
  return addressFault(url, {
    ...outboundRules(world, web),
    ...(isLoopback(hostOf(url) ?? '') && { local: true }),
  })
}

/** Which addresses the settings in force let the service call. */
export function outboundRules(world: World, schemes: readonly string[]): AddressRules {
  return {
    schemes,
    local: settingInForce(world, 'allow_local_requests_from_web_hooks_and_services'),
    listed: settingInForce(world, 'outbound_local_requests_whitelist'),
  }
}
