import type { PlainReply, PlainRequest } from '../protocol/message.ts'
import type { Controlled } from './controlled.ts'

/** The reply of the control API; undefined when the path is not below `/_forgery`. */
export function controlReply(_controlled: Controlled, _request: PlainRequest, _options: { readonly token?: string } = {}): PlainReply | undefined {
  return undefined
}
