import type { SshKeyType } from '../lib/ssh-key.ts'

/** Public keys of each type, with what ssh-keygen tells of them. Their private halves were thrown away. */
export const publicKeys: readonly PublicKeySample[] = [
  {
    type: 'rsa',
    bits: 1024,
    line: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQDYQBr1ZI6tLxj1zEihk2F7CtmYS0k4656/UC+g/NBScAx1YZ74gLbpKV2sUYZ6MU81IfoIFNUM6qUtzsMd47WM2zvOm6O0YJX7siruGiYjzmKqTt8caHHOwmEKN+KxwZ4UnwR3MAo9hoFE+rIAR3ZE2wRqZcjABHH9z6eImobcpw==',
    md5: '78:ac:4e:a7:0b:2d:96:a2:bc:b8:29:af:06:71:d2:ac',
    sha256: '7I4WEm66wx5T5s4UR5gEmZO+6vCTOW/tT4Kyi2cUTGQ',
  },
  {
    type: 'rsa',
    bits: 2048,
    line: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDGpb9t6mcU9NbwkCpdI8dbDdUjcyStRi3c+tcMhLcppA6qpWLKlUeP4EviuX6WRG+HxOSwI7EiaY4W39LXDydJoEt6qWlDNFtm3+ux3LhKj+GBve3CISg2UADn2xHjkDpb8SYraKwG1/KdEQRkdyOMlEMf8OK+R/2AW207WrAd3HHySXlLfqidHVRAWglRfGqz6vx1dyQPONKGo4WxzZmIm00bAhvIpAp3vLdAofDNFF6JhZn7TmNK8gRjRRyF+yWj+2yeeGkMKXU0+/PVy6up/cnX+Imw00aVI6+nar/Lfw8fm6XOh7uNFMpwuvSDziUh6SRSbnjU9e4UKddTSchN',
    md5: '45:f2:bf:02:eb:aa:de:2b:fc:d5:98:0f:e1:6c:38:89',
    sha256: 'HCGwzNK+/en3ag28iSZdUMLeYLRRKOiSmNbwnilu/+w',
  },
  {
    type: 'dsa',
    bits: 1024,
    line: 'ssh-dss AAAAB3NzaC1kc3MAAACBAIbz7oittdlGCZrk0/p75VV3eqOHwxN+J719kMRmV/xzVbKF880ZGRdp/UCNqy1HC4Svgs4OGVieeIrBv3cRyuFFb56N0jSdtj4iLHMTr2o7gXZa/8p9Ba6i4kgxJqdbBi1Y2ro/mMv4xVN/EZ9d5Be+s5vBvVY4eAcvUGx9v7GvAAAAFQDQCMDGxXundV9Pze7enHpLxGktqQAAAIBzCMg9yXtSdbSxJDIXPZk8+P0PDtIqQcFw6EijaYNgbhDIDHLXz1MwE2TQNsrN4ddMs0jNL6m0qKLY80zdLlG7T4ZEe1zjs8k8K0A1JvGy4AsFYHFRaF2LQhAAKC9uHPbUpO8pxinRu/akqiYCiUhaopWdy4qTpndmLaSZZzn6AAAAAIB6FxbZbJeNLrDu9/E7otnsg8Wnxcz3QPH46ePPj8spG9sFlmdLUIZx9eQzyJS/FiO+Cwznjgv7/585pjUQjEyb8rqW9qyDMfQo4rG2XUXIwatW6vQHrDHTG/3rw+5HNS0MQribCvgQVpc4gsIa4XANa6SAAi5NCia4uYqM1BLcXg==',
    md5: '1d:15:bf:74:e3:3d:c3:a4:5b:d2:a6:15:13:93:c3:22',
    sha256: 'pyChsBW4AE9/IG4B3ZOZLlnK6mwypKDDx3AZqzJo32U',
  },
  {
    type: 'ecdsa',
    bits: 256,
    line: 'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBL47Fb/hxhqHYQxwcHkkMxWPnEdBqq2O8ltk6xe6FW+03qlM/mW4X62gzpXqRhQgrjguptyCq4pQfF02RwcRJIw=',
    md5: '44:7a:86:d4:17:1a:44:dd:a9:2d:12:2b:0f:81:bb:15',
    sha256: 'Vd0shGs4qVmujK9QtxgHdSoo+cnGUFycGDSAcL4OB5k',
  },
  {
    type: 'ecdsa',
    bits: 384,
    line: 'ecdsa-sha2-nistp384 AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBFT19oNoQLR5o35bnw5Dmotg8rNKfPAbXDWlwAm5bjPqwTzZf7D2IJvQSf6VQCvCw1erniEJAMGPZtszkpntSm7TY4XG7Xm3Sw/IRgD2JfNBNDyNuv2OMKxh1EF/m3IEVQ==',
    md5: 'fa:31:3b:c1:ce:3c:18:0c:1f:91:ff:13:9d:46:ab:2d',
    sha256: 'tGgLY7r8zWfrzIFNbmVIycdfdQK6E8ir3Hcnis3yx2c',
  },
  {
    type: 'ecdsa',
    bits: 521,
    line: 'ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBAHS5RHhJlVAEuA//rfKgZ3yFp1010tWCzGuyjnYcdvCsR4FSnE6bMBxMvJYgC8bs/FFFQ7oiZbxqc9eU3MQsNNtDADh8lpA+nbyDhthRufkc+ynb+5rnG2ZvIpeAa2Cn2inKH+gKGejOFZTVy9NTY56Dr6Vo/vKb/UMejSkUFfpV2IJPA==',
    md5: '94:a9:ea:2c:09:95:f0:61:5e:78:70:64:67:e4:b2:4e',
    sha256: 'LtEOo0F0/7NXLM8lhRgmM4XcaK6mnhuQK4LlWKRBwoY',
  },
  {
    type: 'ed25519',
    bits: 256,
    line: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEuoVrAI12plKQpDGHjhklTba+USvyFfxUQoSRDQcfjS',
    md5: '90:1d:d8:f7:18:5e:fe:20:13:20:55:f2:34:60:79:6d',
    sha256: 'M5ufbojKCYByRixWOAcNdB8OA9pPUH/qRyimGvGAO30',
  },
]

export interface PublicKeySample {
  readonly type: SshKeyType
  readonly bits: number
  readonly line: string
  readonly md5: string
  readonly sha256: string
}
