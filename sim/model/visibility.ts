export const visibilities = ['private', 'internal', 'public'] as const
export type Visibility = (typeof visibilities)[number]

/** What people read. */
export const visibilityNames: { readonly [visibility in Visibility]: string } = {
  private: 'Private',
  internal: 'Internal',
  public: 'Public',
}
