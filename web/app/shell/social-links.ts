/** Links to the company's other sites. An installation puts its own here. */
export const socialLinks: readonly Readonly<{ name: string; url: string }>[] = [
  { name: 'LinkedIn', url: 'https://linkedin.portico.example/' },
  { name: 'YouTube', url: 'https://youtube.portico.example/' },
  { name: 'GitHub', url: 'https://github.portico.example/' },
];
