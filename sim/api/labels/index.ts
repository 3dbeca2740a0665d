export * from './group-labels.ts'
export * from './labels.ts'
export * from './promotion-and-subscriptions.ts'
