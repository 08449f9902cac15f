import { expect, it } from 'vitest';
import { textsOf } from './texts.ts';

/** Words that the specification fixes, letter for letter: titles, messages at fields, notices. */
const specified = `
public.access-title                          | Getting Access
public.request-access                        | Request Access
public.learn-more                            | Learn More
public.request-access-now                    | Request Access Now
public.sign-up-title                         | Sign Up
public.signed-up-title                       | Thanks for Signing Up!
public.terms-accept                          | I Accept
public.terms-link                            | Terms of Use
public.footer-privacy                        | Privacy
public.footer-disclaimer                     | Disclaimer
registrations.accept-terms                   | I Accept Terms & Conditions of Use
account.profile-title                        | My Profile
account.role-portal-admin                    | Portal admin
account.role-kong-admin                      | Kong admin
account.role-company-admin                   | Company admin
account.role-company-user                    | Company user
account.saved                                | Selected user updated successfully
shell.settings                               | Application Settings
shell.hi                                     | Hi, {{name}}
shell.group-api                              | API
shell.group-portal                           | Portal Management
shell.group-reports                          | Reports
shell.group-miscellaneous                    | Miscellaneous
shell.nav-gallery                            | Gallery
shell.nav-my-apis                            | API Gallery
shell.nav-applications                       | Applications
shell.nav-tools                              | Tools
shell.nav-my-team                            | My Team
shell.nav-analytics                          | Analytics
shell.nav-deletion-requests                  | Org Deletion Requests
shell.nav-role-change                        | Role Change
shell.nav-access-reports                     | Access Reports
shell.nav-consumer-reports                   | Consumer Reports
consumer-list.title                          | Kong Consumer List
shell.group-events                           | Events
shell.nav-event-gallery                      | Event Gallery
shell.nav-event-management                   | Event Management
event-categories.gallery                     | Event Message Gallery
event-categories.empty                       | There is no Event Message Category information available
event-categories.no-topic                    | No Topic has been created yet! Please contact an administrator if this is in error.
event-categories.invalid                     | Invalid JSON or JSON does not adhere to event category schema.
shell.nav-queue-requests                     | Request Queue
applications.type                            | Application Type
applications.add                             | Onboard My App
organizations.add-title                      | Add Organization
organizations.edit-title                     | Edit Organization
organizations.add-company-title              | Add Client Company
organizations.edit-company-title             | Edit Client Company
organizations.external                       | External
organizations.app-name                       | App Name
organizations.app-contact                    | App Contact
organizations.activate                       | Activate Organization
organizations.deactivate                     | Deactivate Organization
organizations.delete                         | Delete Organization
organizations.delete-requested               | This organization is requested to delete
organizations.add-application                | Add Application
organizations.add-access                     | Add API Access
organizations.sure                           | Are you sure?
organizations.message                        | Message
people.team-title                            | My Team - {{organization}}
people.changes-title                         | Updated Role List
people.save                                  | Submit
people.reset                                 | Reset
people.apply                                 | Apply
people.back                                  | Back
help.report                                  | Report an Issue
registrations.company-admin                  | Company Admin
registrations.company-user                   | Company User
errors.registration.company-required         | Company is required
errors.registration.firstname-required       | First name is required and must be consist of alphabetic letters, ''
errors.registration.lastname-required        | Last name is required and must be consist of alphabetic letters, ''
errors.registration.email-required           | Email address is required
errors.registration.email-invalid            | Email must be valid
errors.registration.email-internal           | Internal users do not need to register. Please Login using ADFS.
errors.user.phone-invalid                    | Please follow the following format: +Country Code (Area Code) - Phone Number. Example: +1(816)-111-1111
errors.user.firstname-required               | First name is required
errors.user.lastname-required                | Last name is required
errors.user.email-required                   | Email is required
errors.application.name-required             | Application name is required
errors.organization.company-name-required    | Company name is required
errors.organization.organization-name-required | Organization name is required
errors.organization.company-contact-required | Company administrator is required
errors.organization.organization-contact-required | Organization administrator is required
errors.organization.city-invalid             | Please enter a valid city
errors.organization.state-invalid            | Please enter a valid state
errors.organization.country-invalid          | Please enter a valid country
errors.organization.phone-required           | Phone Number is required
errors.organization.address-required         | Address is required
errors.organization.city-required            | City is required
errors.organization.state-required           | State is required
errors.organization.country-required         | Country is required
errors.organization.zip-required             | Postal Code is required
errors.organization.registration-required    | Registration ID is required
errors.organization.billing-required         | Billing Type is required
errors.organization.tax-required             | Tax Exempt Auth. No. is required
common.confirm-mismatch                      | *Entered information does not match the displayed information
apis.delete-failed                           | There was an error deleting the API.
operations.failed.delete-api                 | There was an error deleting the API.
operations.failed.delete-application         | There was an error deleting the Application.
people.update-failed                         | There was an error updating the user.
people.delete-failed                         | There was an error deleting the user
access.decide-failed                         | An error occurred while changing the state of the API access request
access.revoke-failed                         | There was an error revoking the API Access.
errors.organization.used-lately              | You can not delete this organization, since its consumers have been used in last 30 days.
organizations.checking                       | We are checking if you can delete this organization. Please close this message box and try again.
errors.organization.another-admin-to-approve | You need another Admin to approve this request!
errors.organization.another-admin-to-deny    | You need another Admin to deny this request!
operations.completed.delete-api              | API Deleted!
operations.completed.delete-application      | Application Deleted!
people.updated                               | User was updated!
people.status-updated                        | User was updated.
people.deleted-done                          | Selected user deleted successfully
people.invited-done                          | User invited successfully!
registrations.approved                       | The user has been approved
registrations.approved-and-notified          | The user has been approved and notified
registrations.denied                         | The request has been denied
access.approved-notice                       | The request has been approved
access.denied-notice                         | The request has been denied
organizations.approved-notice                | Selected request is approved!
organizations.denied-notice                  | Selected request is denied!
people.selected-updated                      | Selected user updated successfully
access.revoked-notice                        | Access has been revoked.
organizations.deactivated-notice             | Selected organization deactivated successfully
organizations.activated-notice               | Selected organization activated successfully
organizations.requested-notice               | Selected organization is requested to delete!
`;

const rows = specified
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((part) => part.trim()));

it('has the English words of the specification', () => {
  const english = textsOf('en');
  const said = rows.map(([key = '']) => [key, english.get(key)]);
  expect(said).toEqual(rows);
});
