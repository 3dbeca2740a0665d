import { show } from './app.mjs'

void show(new URLSearchParams(location.search).get('api'))
