import { addressFault, hostOf, isLoopback } from '../../lib/address.ts'
import type { OutboundCall } from '../../lib/outbound.ts'
import { withoutEnd } from '../../lib/trim.ts'
import { outboundRules, webAddressFault } from '../hooks/outbound-rules.ts'
import { instanceOf, type World } from '../world.ts'
import type { ImportSource } from './project-import.ts'

/**
 * Why a file may not be fetched from an address. Plain HTTP to this machine itself is left to the policy of outbound
 * calls: it is what tests serve files with.
 */
export function remoteFileFault(world: World, url: string): string | undefined {
  if (/^http:/i.test(url) && isLoopback(hostOf(url) ?? '')) return webAddressFault(world, url)
  return addressFault(url, outboundRules(world, ['https']))
}

type S3Source = Extract<ImportSource, { kind: 's3' }>

/** How long the address of an object that is imported is valid (project-import#s3-fetch). */
const VALID = 28 * 3600

/** The call for an object in a bucket. */
export function s3Call(
  world: World,
  method: 'GET' | 'HEAD',
  { region, bucket, key, accessKeyId, accessSecret }: S3Source,
): OutboundCall {
  const store = instanceOf(world).s3Endpoint ?? `https://s3.${region}.amazonaws.com`
  const path = [bucket, ...key.split('/')].map(encodeURIComponent).join('/')
  const presigned = method === 'GET' ? { presigned: VALID } : {}
  const signature = { service: 's3', region, accessKeyId, accessSecret, ...presigned } as const
  return { method, url: `${withoutEnd(store, '/')}/${path}`, signature }
}

/** A region is part of a host's name. */
export function isRegion(region: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(region)
}
