/** People who have asked for an account of the demo and wait for a reviewer. */
export const demoRegistrations = [
  // By their mail domain in the queue of the partner.
  {
    firstname: 'Nora',
    lastname: 'Lind',
    email: 'nora.lind@harbour-freight.example',
    company: 'Harbour Freight Nordic',
    phoneNumber: '+46(8)-555-0142',
  },
  // By the company's exact name.
  {
    firstname: 'Samir',
    lastname: 'Aziz',
    email: 'samir.aziz@freelance.example',
    company: 'Harbour Freight',
    phoneNumber: '',
  },
  // Only portal administrators see this one.
  {
    firstname: 'Elena',
    lastname: 'Petrova',
    email: 'elena.petrova@northwind-clinics.example',
    company: 'Northwind Clinics',
    phoneNumber: '+1(816)-111-1111',
  },
] as const;
