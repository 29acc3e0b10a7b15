!mod$ v1 sum:14f80af0178d63ad
module particles
type::particle
real(8)::position(1_8:3_8)
real(8)::velocity(1_8:3_8)
integer(4)::id
end type
type(particle)::mine(1_8:10_8)
end
