import { type AddressRules, addressFault, hostOf, isLoopback } from '../../lib/address.ts'
import { changedLaterSetting, settingInForce } from '../settings/in-force.ts'
import { instanceOf, type World } from '../world.ts'

const web = ['http', 'https'] as const

/**
 * Why the settings in force forbid calling a web address; undefined where they do not. This machine's own addresses are
 * left to the policy of outbound calls.
 */
export function callFault(world: World, url: string): string | undefined {
  const rules = outboundRules(world, web)
  return addressFault(url, isLoopback(hostOf(url) ?? '') ? { ...rules, local: true } : rules)
}

/** Why a web address must not be kept where it may lie in this network, whatever the settings say of such. */
export function webAddressFault(world: World, url: string): string | undefined {
  return addressFault(url, { ...outboundRules(world, web), local: true })
}

/** Which addresses the settings in force let the service call. */
export function outboundRules(world: World, schemes: readonly string[]): AddressRules {
  return {
    schemes,
    local: settingInForce(world, 'allow_local_requests_from_web_hooks_and_services'),
    listed: settingInForce(world, 'outbound_local_requests_whitelist'),
    ...(changedLaterSetting(world, 'deny_all_requests_except_allowed') === true && {
      nothingBut: instanceOf(world).url,
    }),
  }
}
