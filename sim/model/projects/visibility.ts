export const visibilities = ['private', 'internal', 'public'] as const
export type Visibility = (typeof visibilities)[number]

/** The level of a name; private for what names none. */
export function visibilityNamed(name: unknown): Visibility {
  return visibilities.find((visibility) => visibility === name) ?? 'private'
}

/** What people read. */
export const visibilityNames: { readonly [visibility in Visibility]: string } = {
  private: 'Private',
  internal: 'Internal',
  public: 'Public',
}
